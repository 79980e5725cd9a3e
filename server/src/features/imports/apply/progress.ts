import type { ImportColumn } from '@ats/contract/import-columns.ts'
import type { ImportStatus } from '@ats/contract/imports.ts'
import { sql } from 'kysely'
import { actorOf } from '#features/identity/identity.ts'
import { tablesOf } from '#features/imports/file/staging.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { JobBusy } from '#kernel/jobs/jobs.ts'
import { record } from '#kernel/ledger/events.ts'
import type { Services } from '#kernel/services.ts'

/** Rows per transaction: few enough that nobody waits for it. */
export const batch = 5000

export type Import = {
  id: Id
  userId: Id
  /** The person who requested the present step. */
  actingId: Id
  status: ImportStatus
  appliedTo: number
  tries: number
  columns: readonly (ImportColumn | null)[]
  /** The number series of new assets without a tag. */
  seriesId: Id | undefined
}
export type Work = { services: Services; current: Import; signal: AbortSignal }

export async function importNow(db: Db, id: Id): Promise<Import | undefined> {
  return db
    .selectFrom('imports')
    .select(['id', 'user_id as userId', 'status', 'applied_to as appliedTo', 'tries', 'columns'])
    .select(sql<Id>`coalesce(acting_user_id, user_id)`.as('actingId'))
    .select(sql<Id | undefined>`defaults ->> 'tagSeriesId'`.as('seriesId'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The person behind the step with their present rights; read again for every range of rows. */
export async function actorNow(db: Db, { id, actingId }: Import): Promise<Actor> {
  const actor = await actorOf(db, actingId, id)
  if (actor === undefined || !actor.permissions.includes('manage-asset'))
    throw new Problem('import-owner-may-not')
  return actor
}

/** Somebody cancelled the import, or another worker ended the step: the transaction is rolled back. */
export class Superseded extends Error {}

type Position = Pick<Import, 'id' | 'status'> & { appliedTo?: number }

/** Moves from one status to the next; false if another process moved it in the meantime. */
export async function move(
  db: Db,
  { id, status, appliedTo }: Position,
  set: Record<string, unknown>,
): Promise<boolean> {
  const here = db.updateTable('imports').set(set).where('id', '=', id).where('status', '=', status)
  const { numUpdatedRows } = await (appliedTo === undefined
    ? here
    : here.where('applied_to', '=', appliedTo)
  ).executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Advances the checkpoint from the position that this worker read, in the transaction that does the work. */
export async function advance(tx: Db, from: Required<Position>, set: Record<string, unknown>) {
  if (await move(tx, from, set)) return
  if ((await importNow(tx, from.id))?.status === from.status)
    throw new JobBusy('Another worker has moved the checkpoint.')
  throw new Superseded()
}

/** False for a plan that the version before expected tags has made. */
export async function planHasExpectedTags(db: Db, id: Id): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_jsonb(plan) ? 'tag_expected' as there
    from ${tablesOf(id).plan} as plan limit 1`.execute(db)
  return rows[0]?.there ?? true
}

/** An import that the previous version has checked or applied goes on after an upgrade, or is undone. */
export async function completePlan(db: Db, id: Id) {
  const { plan } = tablesOf(id)
  if (await planHasExpectedTags(db, id)) return
  await inTransaction(db, async (tx) => {
    await sql`alter table ${plan} add column tag_expected boolean not null default false,
      add column old_tag_expected boolean not null default false`.execute(tx)
    await sql`update ${plan} as plan set old_tag_expected = true,
        tag_expected = plan.rfid_tag is not distinct from plan.old_rfid_tag
      from assets where assets.id = plan.asset_id and plan.action = 'changed' and assets.tag_expected`.execute(
      tx,
    )
  })
}

/** Moves to a status of which the owner is notified, with a ledger entry. */
export async function report(
  tx: Db,
  { id, userId, status }: Import,
  action: 'import.checked' | 'import.finished' | 'import.failed',
  set: Record<string, unknown>,
  facts: object,
) {
  if (!(await move(tx, { id, status }, set))) throw new Superseded()
  const named = tx.selectFrom('imports').select('file_name as fileName').where('id', '=', id)
  const after = { ...(await named.executeTakeFirstOrThrow()), ...facts }
  await record(tx, { id: userId, requestId: id }, { action, kind: 'import', id, after })
}

/**
 * A crash of PostgreSQL empties the staged tables, which are unlogged: continuing would treat an empty table
 * as complete.
 */
export async function mustBeStaged(db: Db, id: Id, table: 'rows' | 'plan' = 'plan') {
  const staged = tablesOf(id)[table]
  const { rows } = await sql<{ there: boolean }>`select exists (select from ${staged}) as there`.execute(db)
  if (!rows[0]?.there) throw new Problem('import-rows-lost')
}
