import type { BulkJob, BulkWork } from '@ats/contract/bulk-jobs.ts'
import type { Permission } from '@ats/contract/permissions.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import type { Result } from '#kernel/jobs/bulk-results.ts'
import type { Jobs } from '#kernel/jobs/jobs.ts'
import { record } from '#kernel/ledger/events.ts'
import { canBeUndone, jobById } from './queries.ts'

/** How a slice does one kind of work on many records; `Details` is what the call said of it. */
export type BulkSteps<Details extends object = object> = {
  permission: Permission
  /** Selects the ids of the records, where the call named them by a filter: of those that were there when it was sent. */
  records: (db: Db, actor: Actor, details: Details, sentAt: string) => Promise<RawBuilder<unknown>>
  /** One batch, in the transaction that also moves the job on, with what the actor may do by then. */
  apply: (tx: Db, actor: Actor, details: Details, ids: readonly Id[]) => Promise<Result[]>
  /** Records that were done, but that there is something to say of. */
  needsAWord?: (result: Result) => boolean
  /** The work that takes it back, which needs no details. */
  undoneBy?: BulkWork
}

export type Works = Record<BulkWork, BulkSteps>

/** Records to a batch, and so to a transaction. */
const batchSize = 1000
const mostUnfinished = 5

/** Puts down the records of a job in one statement; false when the job no longer waits for them. */
export async function gatherRecords(tx: Db, jobId: Id, records: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`with gathered as (
      insert into bulk_job_batches (job_id, number, ids)
      select ${jobId}::uuid, number, array_agg(id)
      from (
        select id, (row_number() over (order by id) - 1) / ${sql.lit(batchSize)} as number
        from (${records}) as records
      ) as numbered
      group by number
      returning cardinality(ids) as records
    ), summed as (select count(*) as batches, coalesce(sum(records), 0) as total from gathered)
    update bulk_jobs set status = 'running', batches = summed.batches, total = summed.total
    from summed where id = ${jobId} and status = 'waiting' returning id`.execute(tx)
  return rows.length > 0
}

type NewJob = { work: BulkWork; details: object; subject: string | null }

/** Begins if and when the transaction is committed. Without records the job gathers them by itself. */
export async function startJob(
  tx: Db,
  jobs: Jobs,
  actor: Actor,
  { work, details, subject }: NewJob,
  records?: RawBuilder<unknown>,
): Promise<BulkJob> {
  const unfinished = await sql<{ count: number }>`select count(*) as count from bulk_jobs
    where user_id = ${actor.id} and status in ('waiting', 'running')`.execute(tx)
  if ((unfinished.rows[0]?.count ?? 0) >= mostUnfinished) throw new Problem('jobs-unfinished')
  const values = { user_id: actor.id, work, details: JSON.stringify(details), subject }
  const { id } = await tx.insertInto('bulk_jobs').values(values).returning('id').executeTakeFirstOrThrow()
  if (records !== undefined) await gatherRecords(tx, id, records)
  await record(tx, actor, { action: 'bulk-job.started', kind: 'bulk-job', id, after: { work, subject } })
  await jobs.enqueue(tx, 'bulk', id)
  // Nothing is done yet, so there is nothing to take back.
  return found(await jobById(tx, actor, [], id), 'job-not-found')
}

/** The batch in hand is given up as well: it counts only once the job has moved on. */
export async function cancelJob(tx: Db, actor: Actor, id: Id) {
  const row = await tx
    .updateTable('bulk_jobs')
    .set({ status: 'cancelled', finished_at: sql`now()` })
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .where('status', 'in', ['waiting', 'running'])
    .returning(['work', 'subject', 'done', 'failed'])
    .executeTakeFirst()
  if (row === undefined) return
  await dropRest(tx, id)
  await record(tx, actor, { action: 'bulk-job.cancelled', kind: 'bulk-job', id, after: row })
}

/** Batches that will not be done; what was done stays for an undo. */
export const dropRest = (tx: Db, id: Id) =>
  sql`delete from bulk_job_batches using bulk_jobs
    where bulk_jobs.id = ${id} and job_id = bulk_jobs.id and number >= position`.execute(tx)

export const undoableWorks = (works: Works) =>
  (Object.keys(works) as BulkWork[]).filter((work) => works[work].undoneBy !== undefined)

/** Another job, about what this one did. */
export async function undoJob(tx: Db, jobs: Jobs, actor: Actor, works: Works, id: Id): Promise<BulkJob> {
  const job = found(
    await tx
      .selectFrom('bulk_jobs')
      .select(['work', 'subject', canBeUndone(undoableWorks(works)).as('undoable')])
      .where('id', '=', id)
      .where('user_id', '=', actor.id)
      .forUpdate()
      .executeTakeFirst(),
    'job-not-found',
  )
  const work = works[job.work].undoneBy
  if (work === undefined || !job.undoable) throw new Problem('job-not-undoable')
  mustHold(actor, works[work])
  const records = sql`select unnest(ids) as id from bulk_job_batches where job_id = ${id}`
  const undoing = await startJob(tx, jobs, actor, { work, details: {}, subject: job.subject }, records)
  await tx.updateTable('bulk_jobs').set({ undone_by: undoing._id }).where('id', '=', id).execute()
  return undoing
}

export function mustHold(actor: Actor, { permission }: BulkSteps) {
  if (!actor.permissions.includes(permission)) throw new Problem('forbidden')
}
