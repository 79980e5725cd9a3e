import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Message } from '@ats/contract/problems.ts'
import { sql } from 'kysely'
import { actorOf } from '#features/identity/identity.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { xlsxStream } from '#kernel/files/xlsx-stream.ts'
import { Problem } from '#kernel/http/problem.ts'
import { type JobHandler, oneAtATime } from '#kernel/jobs/jobs.ts'
import { record } from '#kernel/ledger/events.ts'
import { messageFields, storedMessage } from '#kernel/messages.ts'
import type { Services } from '#kernel/services.ts'
import { aboutFile, aboutSheet } from './about.ts'
import { copiedRows } from './copied-rows.ts'
import { finishExport, reachOf } from './exports.ts'
import { type ExportDetails, exportDetails } from './queries.ts'
import { copyAsText, mustSeeList } from './sources.ts'

const progressEveryMs = 1000
/** An attempt of a worker that is stopped while it writes counts too. */
const mostTries = 10

/**
 * Writes one workbook. A worker that dies leaves only an unfinished file; the next one starts over, with what
 * the person may see by then.
 */
export const writeWorkbook =
  (services: Services): JobHandler =>
  (id, signal) =>
    oneAtATime(services.db, id, () => begin(services, id, signal))

/**
 * Immediately restarts the exports of a worker that died, which the queue would return only after a while.
 * Also restarts exports that the queue lost.
 */
export async function resumeExports({ db, jobs }: Services) {
  const unfinished = db.selectFrom('exports').select('id').where('status', 'in', ['waiting', 'writing'])
  for (const { id } of await unfinished.execute()) await jobs.enqueue(db, 'exports', id)
}

async function begin(services: Services, id: Id, signal: AbortSignal) {
  const { db } = services
  const tries = await countTry(db, id)
  const details = await exportDetails(db, id)
  if (tries === undefined || details === undefined) return
  try {
    if (tries > mostTries) throw new Problem('export-not-written')
    await write(services, await ownerNow(db, details), details, signal)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await inTransaction(db, (tx) => failExport(tx, id, error.reason))
  }
}

/** The person who requested it, with their present rights. */
async function ownerNow(db: Db, { id, userId, list }: ExportDetails): Promise<Actor> {
  const owner = await actorOf(db, userId, `export ${id}`)
  if (owner === undefined) throw new Problem('export-owner-gone')
  mustSeeList(owner, list)
  return owner
}

/** Starts an attempt and returns its number; undefined if the export was cancelled. */
async function countTry(db: Db, id: Id) {
  const begun = await db
    .updateTable('exports')
    .set({ status: 'writing', rows: 0, tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'writing'])
    .returning('tries')
    .executeTakeFirst()
  return begun?.tries
}

async function write(services: Services, actor: Actor, details: ExportDetails, stopped: AbortSignal) {
  const { db, replica, files } = services
  const { id, list } = details
  const { statement, columns, total } = await copyAsText(services, actor, details)
  const about = await aboutFile(services, actor, details)
  await db.updateTable('exports').set({ total }).where('id', '=', id).execute()
  const name = `${id}.xlsx`
  const path = await files.exports.draft(name)
  await removeUnfinished(path)
  // A worker that was considered dead too early may still be writing: each has its own file until the end.
  const unfinished = `${path}.${randomUUID()}.part`
  const progress = follow(db, id)
  const { stream } = await replica.copyOut(actor.id, statement)
  try {
    async function* sheets() {
      yield { name: list, columns, hasTitles: true, rows: copiedRows(stream, progress, columns) }
      yield aboutSheet(about(progress.rows))
    }
    const file = createWriteStream(unfinished, { flush: true })
    await pipeline(xlsxStream(sheets()), file, { signal: AbortSignal.any([stopped, progress.cancelled]) })
    if (reachOf(await ownerNow(db, details)) !== reachOf(actor)) throw new Problem('export-scope-changed')
    await rename(unfinished, path)
    await files.exports.publish(name)
    const result = { rows: progress.rows, file: name, reach: reachOf(actor) }
    const isWanted = await inTransaction(db, (tx) => finishExport(tx, actor, details, result))
    if (!isWanted) await files.exports.remove(name)
  } catch (error) {
    if (!progress.cancelled.aborted) throw error
  } finally {
    progress.stop()
    stream.destroy()
    await rm(unfinished, { force: true })
  }
}

/** Deletes unfinished files of workers that died. */
async function removeUnfinished(path: string) {
  const isLeft = (name: string) => name.startsWith(`${basename(path)}.`) && name.endsWith('.part')
  for (const name of (await readdir(dirname(path))).filter(isLeft))
    await rm(join(dirname(path), name), { force: true })
}

/** Once a second, stores the progress and checks in the same statement whether the export was cancelled. */
function follow(db: Db, id: Id) {
  const cancelled = new AbortController()
  const progress = { rows: 0, cancelled: cancelled.signal, stop: () => clearInterval(timer) }
  const report = async () => {
    if (!(await reportRows(db, id, progress.rows))) cancelled.abort()
  }
  const timer = setInterval(() => void report().catch(() => undefined), progressEveryMs)
  return progress
}

async function reportRows(db: Db, id: Id, rows: number) {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set({ status: 'writing', rows })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'writing'])
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function failExport(tx: Db, id: Id, reason: Message) {
  const failed = await tx
    .updateTable('exports')
    .set({ status: 'failed', message: storedMessage(reason), finished_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'writing'])
    .returning(['user_id as userId', 'list'])
    .executeTakeFirst()
  if (failed === undefined) return
  const { userId, list } = failed
  const who = { id: userId, requestId: `export ${id}` }
  await record(tx, who, {
    action: 'export.failed',
    kind: 'export',
    id,
    after: { list, ...messageFields(reason) },
  })
}
