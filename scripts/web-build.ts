import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root, sourceFiles } from './sources.ts'

export const webDir = join(root, 'web/dist')

/** True when there is no built web app, or something it is made of is newer. */
export function webIsStale(): boolean {
  const page = join(webDir, 'index.html')
  if (!existsSync(page)) return true
  const builtAt = statSync(page).mtimeMs
  const parts = sourceFiles('{web,contract}/**/*').concat('package-lock.json')
  return parts
    .map((file) => statSync(join(root, file)))
    .some((part) => part.isFile() && part.mtimeMs > builtAt)
}
