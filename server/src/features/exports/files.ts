import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import { removeStrays } from '#kernel/files/stray-files.ts'
import { Problem } from '#kernel/http/problem.ts'
import { storedMessage } from '#kernel/messages.ts'

const daysKept = 7

const exportFolder = (dataDir: string) => join(dataDir, 'exports')

export async function newFile(dataDir: string, name: string) {
  await mkdir(exportFolder(dataDir), { recursive: true })
  return join(exportFolder(dataDir), name)
}

export async function openFile(dataDir: string, name: string) {
  const path = join(exportFolder(dataDir), name)
  const size = await stat(path).then(
    (facts) => facts.size,
    () => {
      throw new Problem('export-file-gone')
    },
  )
  const stream = createReadStream(path)
  return { stream, size, taken: () => stream.bytesRead - stream.readableLength }
}

export const removeFile = (dataDir: string, name: string) =>
  rm(join(exportFolder(dataDir), name), { force: true })

/** Files are kept for a week. Safe to run at any time, in as many processes as there are. */
export async function expireExports(db: Db, dataDir: string) {
  const limit = sql<string>`now() - make_interval(days => ${daysKept})`
  await db
    .updateTable('exports')
    .set({ status: 'expired', file: null, ticket_hash: null })
    .where('status', '=', 'ready')
    .where('created_at', '<', limit)
    .execute()
  await db
    .updateTable('exports')
    .set({
      status: 'failed',
      message: storedMessage({ code: 'export-not-written' }),
      finished_at: sql`now()`,
    })
    .where('status', 'in', ['waiting', 'writing'])
    .where('created_at', '<', limit)
    .execute()
  await removeStrays(exportFolder(dataDir), async (names) => {
    const rows = await db
      .selectFrom('exports')
      .select('file')
      .where('file', '=', sql<string>`any(${names}::text[])`)
      .execute()
    return rows.map(({ file }) => file)
  })
}
