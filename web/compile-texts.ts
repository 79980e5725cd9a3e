import { fileURLToPath } from 'node:url'
import { type CompilerOptions, compile } from '@inlang/paraglide-js'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const textOptions: CompilerOptions = {
  project: here('./project.inlang'),
  outdir: here('./src/texts'),
  strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
  localStorageKey: 'language',
  isServer: 'false',
  emitReadme: false,
  emitPrettierIgnore: false,
}

if (import.meta.main) await compile(textOptions)
