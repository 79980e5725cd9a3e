import { createHash, randomBytes } from 'node:crypto'
import type { ExportFormat, NewExport } from '@ats/contract/exports.ts'
import type { Message } from '@ats/contract/problems.ts'
import { sql } from 'kysely'
import type { Actor, Scope, Who } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { mustHaveFewUnfinished } from '#kernel/jobs/unfinished.ts'
import { record } from '#kernel/ledger/events.ts'
import { storedMessage } from '#kernel/messages.ts'
import type { Services } from '#kernel/services.ts'
import { type ExportDetails, exportById, exportDetails } from './queries.ts'
import { columnsChosen, listsSeenBy, mustSeeList, resolveRows } from './sources.ts'

export { columnsChosen, listsSeenBy, mustSeeList, resolveRows }

/** A CSV is written during the download; a workbook is written by the worker. */
export async function createExport(
  tx: Db,
  { jobs, config }: Pick<Services, 'jobs' | 'config'>,
  actor: Actor,
  wish: NewExport,
) {
  const { format } = wish
  if (format === 'xlsx') await mustHaveFewUnfinished(tx, actor.id, 'exports', 'exports-unfinished')
  const id = await insertExport(tx, actor, wish, { zone: config.timeZone, scheduled: false })
  if (format === 'xlsx') await jobs.enqueue(tx, 'exports', id)
  return found(await exportById(tx, actor, id), 'export-not-found')
}

/** Inserts an export if the person may have it; a scheduled one is written by its caller. */
export async function insertExport(
  tx: Db,
  actor: Actor,
  { list, format, filter, ...more }: NewExport,
  { zone, scheduled }: { zone: string; scheduled: boolean },
) {
  mustSeeList(actor, list)
  const columns = await columnsChosen(tx, actor, { list, ...more })
  const { total } = await resolveRows(tx, actor, { list, filter }, zone)
  const { id } = await tx
    .insertInto('exports')
    .values({
      ...{ user_id: actor.id, list, format, filter: JSON.stringify(filter), columns, total, scheduled },
      status: format === 'csv' ? 'ready' : 'waiting',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record(tx, actor, {
    action: 'export.created',
    kind: 'export',
    id,
    after: { list, format, filter, columns },
  })
  return id
}

/** A file for an email; without content it is too large to attach, and rows and size may be unknown. */
export type ScheduledFile = {
  /** Its name in the list of exports. */
  name: string
  rows: number | null
  size: number | null
  content?: Buffer
}
export type WriteScheduled = (
  owner: Actor,
  id: Id,
  most: number,
  signal: AbortSignal,
) => Promise<ScheduledFile>

/** Stores what was really sent, after the last row. */
export async function finishExport(
  tx: Db,
  who: Who,
  { id, list }: Pick<ExportDetails, 'id' | 'list'>,
  { rows, ...more }: { rows: number; file?: string; reach?: string },
) {
  const { numUpdatedRows } = await tx
    .updateTable('exports')
    .set({ status: 'ready', rows, total: rows, message: null, finished_at: sql`now()`, ...more })
    .where('id', '=', id)
    .where('status', 'in', ['writing', 'ready'])
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await record(tx, who, { action: 'export.finished', kind: 'export', id, after: { list, rows } })
  return true
}

/** Why the owner did not get the file, for the list of exports. */
export const noteOnExport = (db: Db, id: Id, reason: Message) =>
  db
    .updateTable('exports')
    .set({ message: storedMessage(reason) })
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .execute()

/** Cancels an export in any status; returns the file to delete. */
export async function cancelExport(tx: Db, actor: Actor, id: Id) {
  found(await exportById(tx, actor, id), 'export-not-found')
  const before = await tx
    .selectFrom('exports')
    .select(['file', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before.status === 'cancelled' || before.status === 'expired') return null
  await tx
    .updateTable('exports')
    .set({ status: 'cancelled', file: null, ticket_hash: null, finished_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await record(tx, actor, { action: 'export.cancelled', kind: 'export', id })
  return before.file
}

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()

/** A secret that opens the file once. Only its hash is stored. */
export async function issueTicket(tx: Db, actor: Actor, id: Id, mayBegin: (format: ExportFormat) => void) {
  const details = await exportDetails(tx, id)
  if (details === undefined || details.userId !== actor.id) throw new Problem('export-not-found')
  mustBeThere(details)
  mustSeeList(actor, details.list)
  mayBegin(details.format)
  const ticket = randomBytes(32).toString('base64url')
  await tx
    .updateTable('exports')
    .set({ ticket_hash: hashOf(ticket), ticket_expires_at: sql<string>`now() + interval '1 minute'` })
    .where('id', '=', id)
    .execute()
  return ticket
}

/** True once per ticket, within its minute. */
export async function redeemTicket(db: Db, id: Id, ticket: string) {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set({ ticket_hash: null })
    .where('id', '=', id)
    .where('ticket_hash', '=', hashOf(ticket))
    .where('ticket_expires_at', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export function mustBeThere({ status }: Pick<ExportDetails, 'status'>) {
  if (status === 'waiting' || status === 'writing') throw new Problem('export-not-ready')
  if (status !== 'ready') throw new Problem('export-file-gone')
}

const placesOf = (scope: Scope) => Object.entries(scope).map(([kind, ids]) => [kind, ids.toSorted()])

/** A digest of what a person can see: two are equal if nothing changed between them. */
export const reachOf = ({ permissions, everywhere, scope, withheld }: Actor) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        permissions.toSorted(),
        everywhere,
        placesOf(scope),
        ...(withheld === null ? [] : [placesOf(withheld)]),
      ]),
    )
    .digest('base64url')
