import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root, sourceFiles } from './sources.ts'

export const webDir = join(root, 'web/dist')

/** True if the web app is not built, or one of its sources is newer. */
export function webIsStale(): boolean {
  const page = join(webDir, 'index.html')
  if (!existsSync(page)) return true
  const builtAt = statSync(page).mtimeMs
  const parts = sourceFiles('{web,contract}/**/*').concat('package-lock.json')
  return parts
    .map((file) => statSync(join(root, file)))
    .some((part) => part.isFile() && part.mtimeMs > builtAt)
}
