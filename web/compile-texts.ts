import fs from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CompilerOptions } from '@inlang/paraglide-js'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * The compiler writes one file per text, all in parallel, and does not report files that could not be opened.
 * A few at a time stay below the limit of open files, which may be 1,024 in a container.
 */
const lanes = Array.from({ length: 32 }, () => Promise.resolve())
let turn = 0
const writeFile: typeof fs.promises.writeFile = (...file) => {
  turn = (turn + 1) % lanes.length
  const written = (lanes[turn] ?? Promise.resolve()).then(() => fs.promises.writeFile(...file))
  lanes[turn] = written.catch(() => undefined)
  return written
}

export const textOptions: CompilerOptions = {
  project: here('./project.inlang'),
  outdir: here('./src/texts'),
  strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
  localStorageKey: 'language',
  isServer: 'false',
  emitReadme: false,
  emitPrettierIgnore: false,
  fs: { ...fs, promises: { ...fs.promises, writeFile } },
}

/** For component tests: one file per language instead of two thousand that every test file would load. */
export const componentTexts: CompilerOptions = {
  ...textOptions,
  outdir: here('../node_modules/.texts'),
  outputStructure: 'locale-modules',
}

/** Whether the compiled texts are newer than all their sources. */
function areFresh({ outdir }: CompilerOptions) {
  const compiled = join(outdir, 'messages.js')
  if (!fs.existsSync(compiled)) return false
  const made = fs.statSync(compiled).mtimeMs
  const sources = fs.globSync('{messages/**,project.inlang/settings.json}', { cwd: here('.') })
  return [
    ...sources.map((file) => here(`./${file}`)),
    here('../package-lock.json'),
    here('compile-texts.ts'),
  ].every((file) => fs.statSync(file).mtimeMs < made)
}

/** The compiler takes a second to load, which every test run would wait for. */
export async function compileTexts(options: CompilerOptions) {
  if (areFresh(options)) return
  const { compile } = await import('@inlang/paraglide-js')
  await compile(options)
}

if (import.meta.main) await compileTexts(textOptions)
