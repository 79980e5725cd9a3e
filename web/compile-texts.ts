import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type CompilerOptions, compile } from '@inlang/paraglide-js'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * The compiler writes a file for each text, all at once, and does not say which could not be opened. Some at a time stay below any
 * limit of open files; a container may have 1,024 of them.
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

if (import.meta.main) await compile(textOptions)
