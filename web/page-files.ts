import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const source = join(import.meta.dirname, 'src')
const around = ['main.tsx', 'root.tsx', 'shell/signed-in.tsx']
const signIn = ['main.tsx', 'root.tsx', 'features/identity/sign-in/public-layout.tsx']

const declared = /'(\/dashboard[^']*)': ([\s\S]*?)(?=\n {2}'\/|\n {2}\.\.\.|$)/g
const loaders = /const (\w+) = \(\) => import\('#([^']+)'\)/g

/** The screens of a file with declarations: address, and the file that its loader imports. */
function screensIn(id: string): [string, string][] {
  const code = readFileSync(id, 'utf8')
  const byLoader = new Map([...code.matchAll(loaders)].map(([, name = '', file = '']) => [name, file]))
  return [...code.matchAll(declared)].flatMap(([, path = '', text = '']): [string, string][] => {
    const loader = [...byLoader].find(([name]) => text.includes(`${name}()`))
    const file = /import\('#([^']+)'\)/.exec(text)?.[1] ?? loader?.[1]
    return file === undefined ? [] : [[path, file]]
  })
}

/**
 * Lists the files of each screen by its address. The server names them in the page, so that the browser loads
 * all of them at once and does not find one in another.
 */
export function listPageFiles(): Plugin {
  return {
    name: 'list-page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
      const called = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const chunkWith = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)))
      const filesOf = (...modules: string[]) => {
        const files = new Set<string>()
        const styles = new Set<string>()
        const collect = (chunk: (typeof chunks)[number] | undefined) => {
          if (chunk === undefined || files.has(chunk.fileName)) return
          files.add(chunk.fileName)
          for (const file of chunk.imports) collect(called.get(file))
          for (const file of chunk.viteMetadata?.importedCss ?? []) styles.add(file)
        }
        for (const name of modules) collect(chunkWith.get(join(source, name)))
        const weight = (file: string) => -(called.get(file)?.code.length ?? 0)
        const scripts = [...files].filter((file) => called.get(file)?.isEntry !== true)
        // The largest first: they take longest.
        return [...styles, ...scripts.sort((a, b) => weight(a) - weight(b))].map((file) => `/${file}`)
      }
      const ids = [...chunkWith.keys()].filter((id) => /\/src\/screens(\/[\w-]+)?\.ts$/.test(id))
      const screens = ids.flatMap(screensIn).map(([path, file]) => [path, filesOf(...around, file)])
      if (screens.length === 0) this.error('No screen was found in src/screens')
      const login = filesOf(...signIn, 'features/identity/sign-in/login.tsx')
      const pages = { screens: Object.fromEntries(screens), login }
      this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: JSON.stringify(pages) })
    },
  }
}
