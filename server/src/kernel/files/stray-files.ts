import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const day = 24 * 60 * 60 * 1000

/**
 * Deletes files that nothing refers to, such as leftovers of a killed process. They must be older than a day,
 * which no write takes.
 */
export async function removeStrays(
  folder: string,
  named: (names: string[]) => Promise<Iterable<string | null>>,
) {
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return
  const kept = new Set(await named(names))
  for (const name of names) {
    const path = join(folder, name)
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    )
    if (!kept.has(name) && changed < Date.now() - day) await rm(path, { force: true })
  }
}
