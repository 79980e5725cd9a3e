import { globSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

const generated = new Set([
  'tables.ts',
  'node_modules',
  'dist',
  'texts',
  '.git',
  '.demo',
  'test-results',
  'playwright-report',
])

/** Every handwritten source file, as paths from the root of the project. */
export function sourceFiles(pattern = '**/*.{ts,tsx,css}'): string[] {
  return globSync(pattern, {
    cwd: root,
    exclude: (name) => generated.has(name.split('/').at(-1) ?? ''),
  }).sort()
}

export const isTest = (file: string) => /(\.(test|browser)\.tsx?$|^(e2e|web\/test)\/)/.test(file)
