import type { Config } from '../config.ts'
import { readPart } from './archive-files.ts'
import { type ArchiveStore, openArchives } from './archive-store.ts'
import { asking, type Connect } from './database-checks.ts'
import { type Check, failed, ok, warning } from './findings.ts'

/** Ten years have some thousand files, and each has a description to read. */
const readingMs = 5 * 60 * 1000
const mostNamed = 5

async function wrongSizes(store: ArchiveStore, parts: readonly string[]): Promise<string[]> {
  const sizes = new Map<string, number>()
  for await (const { name, bytes } of store.entries()) sizes.set(name, bytes)
  const problems: string[] = []
  for (const part of parts) {
    const described = await readPart(store, part).catch((error: Error) => error)
    if (described instanceof Error) problems.push(described.message)
    else {
      const found = sizes.get(described.file)
      if (found === undefined) problems.push(`${described.file} is missing`)
      else if (found !== described.bytes)
        problems.push(`${described.file} has ${found} bytes instead of ${described.bytes}`)
    }
  }
  return problems
}

const archives =
  (connect: Connect, { backups, bucket, dataDir }: Config) =>
  async () => {
    const { parts } = await asking(connect)<{ parts: string[] }>(
      `select coalesce(array_agg(part order by part), '{}') as parts from archives`,
    )
    if (parts.length === 0) return ok('nothing is archived')
    const store = openArchives({ folder: backups.archives, bucket, dataDir })
    if (store === undefined)
      return warning(`ARCHIVE_DIR is not set, so nobody knows whether the ${parts.length} archives are there`)
    const problems = await wrongSizes(store, parts)
    return problems.length > 0
      ? failed(`${problems.length} of ${parts.length} archives: ${problems.slice(0, mostNamed).join('; ')}`)
      : ok(`${parts.length} files are in ${store.place}`)
  }

/** Whether the files of archived rows are there, by their size; `ats archive --verify` reads them. */
export const archiveChecks = (connect: Connect, config: Config): Record<string, Check> => ({
  archives: Object.assign(archives(connect, config), { patienceMs: readingMs }),
})
