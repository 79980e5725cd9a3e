import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const translation =
  /^const (?:en|hi)_\w+ = .*? \*\/ (\(i?\)) => \{\n\treturn \/\*\* @type \{LocalizedString\} \*\/ \((`[\s\S]*?`)\)\n\};$/gm

const eitherText = `import { getLocale } from '#texts/runtime.js'
export function eitherText(en, hi) {
  return (inputs, options) => {
    const text = (options?.locale ?? getLocale()) === 'en' ? en : hi
    return typeof text === 'string' ? text : text(inputs)
  }
}`

/** Compiled, a text is three functions: one per language and one that selects. Here it is one expression. */
export function shortTexts(): Plugin {
  const compiled = /\/src\/texts\/messages\/(?!_index)(\w+)\.js$/
  const either = '\0either-text'
  return {
    name: 'short-texts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === either ? id : null),
    load: (id) => (id === either ? eitherText : null),
    transform(code, id) {
      const name = compiled.exec(id)?.[1]
      if (name === undefined) return null
      const [en, hi] = Array.from(code.matchAll(translation), ([, inputs, text]) =>
        inputs === '()' ? text : `${inputs} => ${text}`,
      )
      if (en === undefined || hi === undefined) this.error(`The compiled text ${name} has an unknown form`)
      return `import { eitherText } from ${JSON.stringify(either)}
export const ${name} = /*@__PURE__*/ eitherText(${en}, ${hi})`
    },
  }
}

/**
 * Every zod schema can be converted to JSON Schema, which the browser never needs: these modules are replaced
 * by stubs.
 */
export function withoutSchemaExport(): Plugin {
  const writers = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/
  return {
    name: 'without-schema-export',
    apply: 'build',
    async load(id) {
      if (!writers.test(id)) return null
      const source = await readFile(id, 'utf8')
      const names = source.matchAll(/^export (?:function|const) (\w+)/gm)
      return Array.from(names, ([, name]) => `export const ${name} = () => undefined`).join('\n')
    },
  }
}

/** Dropdowns scroll natively here (`withScrollArea={false}`), so Mantine's scroll area is excluded. */
export function withoutScrollArea(): Plugin {
  const source = `export const ScrollAreaAutosize = () => { throw new Error('The build has no ScrollArea') }
export const ScrollArea = { Autosize: ScrollAreaAutosize }`
  return {
    name: 'without-scroll-area',
    apply: 'build',
    load: (id) => (id.endsWith('/@mantine/core/esm/components/ScrollArea/ScrollArea.mjs') ? source : null),
  }
}
