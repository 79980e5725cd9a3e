import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#kernel/db.ts'
import { Problem } from '#kernel/problem.ts'

const daysKept = 7
const day = 24 * 60 * 60 * 1000

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
      throw new Problem('not-found', 'This file is no longer there. Please export again.')
    },
  )
  return { body: createReadStream(path), size }
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
    .set({ status: 'failed', message: 'It could not be written.', finished_at: sql`now()` })
    .where('status', 'in', ['waiting', 'writing'])
    .where('created_at', '<', limit)
    .execute()
  await removeStrays(db, dataDir)
}

/** What no export names any more, and what a worker left unfinished: nothing writes for a whole day. */
async function removeStrays(db: Db, dataDir: string) {
  const folder = exportFolder(dataDir)
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return
  const rows = await db.selectFrom('exports').select('file').where('file', 'in', names).execute()
  const kept = new Set(rows.map(({ file }) => file))
  for (const name of names) {
    const path = join(folder, name)
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    )
    if (!kept.has(name) && changed < Date.now() - day) await rm(path, { force: true })
  }
}
