import type { BulkJob, BulkWork } from '@ats/contract/bulk-jobs.ts'
import type { Permission } from '@ats/contract/permissions.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import type { Result } from '#kernel/jobs/bulk-results.ts'
import type { Jobs } from '#kernel/jobs/jobs.ts'
import { mustHaveFewUnfinished } from '#kernel/jobs/unfinished.ts'
import { record } from '#kernel/ledger/events.ts'
import { canBeUndone, jobById } from './queries.ts'

/** The actor's own job, for other slices; undo is offered only in the list of all jobs. */
export const ownJobById = (db: Db, actor: Actor, id: Id) => jobById(db, actor, [], id)

/** How a slice does one kind of work on many records; `Details` are the parameters from the request. */
export type BulkSteps<Details extends object = object> = {
  /** Checked before every batch; null if the decision was made at the start and the work must be completed. */
  permission: Permission | null
  /**
   * Selects the ids of the records if the request named them by a filter: only records that existed when it
   * was sent.
   */
  records: (db: Db, actor: Actor, details: Details, sentAt: string) => Promise<RawBuilder<unknown>>
  /** Processes one batch with the actor's present rights, in the transaction that also advances the job. */
  apply: (tx: Db, actor: Actor, details: Details, ids: readonly Id[]) => Promise<Result[]>
  /**
   * Called when every batch is done, in the transaction that ends the job. Records that appeared since become
   * further batches; a few are processed here, and their number is returned.
   */
  finish?: (tx: Db, jobs: Jobs, actor: Actor, job: EndingJob<Details>) => Promise<Finished>
  /** Called when the job ends early, in the transaction that ends it, to clean up. */
  stopped?: (tx: Db, jobs: Jobs, actor: Actor, job: StoppedJob<Details>) => Promise<void>
  /** Selects records that succeeded but still have a message. */
  needsAWord?: (result: Result) => boolean
  /** Records per batch, and so per transaction, if one takes long. */
  batchSize?: number
  /** The work that undoes it; its details are the id of the job that it undoes. */
  undoneBy?: BulkWork
}

type EndingJob<Details> = { id: Id; details: Details; done: number }
type StoppedJob<Details> = { details: Details; status: 'failed' | 'cancelled' }
type Finished = { left: RawBuilder<unknown> } | { done: number }

export type Works = Record<BulkWork, BulkSteps>

/** Records per batch, unless the work declares another number. */
const standardBatchSize = 1000

/** Stores the records of a job, or more of them, in one statement; false if the job no longer waits for them. */
export async function gatherRecords(
  tx: Db,
  { id: jobId, batches: known = null }: { id: Id; batches?: number | null },
  records: RawBuilder<unknown>,
  batchSize = standardBatchSize,
): Promise<boolean> {
  const { rows } = await sql`with gathered as (
      insert into bulk_job_batches (job_id, number, ids)
      select ${jobId}::uuid, number + ${known ?? 0}::int, array_agg(id)
      from (
        select id, (row_number() over (order by id) - 1) / ${sql.lit(batchSize)} as number
        from (${records}) as records
      ) as numbered
      group by number
      returning cardinality(ids) as records
    ), summed as (select count(*) as batches, coalesce(sum(records), 0) as total from gathered)
    update bulk_jobs set status = 'running', batches = coalesce(bulk_jobs.batches, 0) + summed.batches,
      total = coalesce(bulk_jobs.total, 0) + summed.total
    from summed where id = ${jobId} and status in ('waiting', 'running')
      and bulk_jobs.batches is not distinct from ${known}::int returning id`.execute(tx)
  return rows.length > 0
}

type NewJob = {
  work: BulkWork
  details: object
  subject: string | null
  /** It completes earlier work, so the limit of jobs per person does not apply. */
  isOwed?: boolean
}

/** The job starts when the transaction is committed. Without records it selects them itself. */
export async function startJob(
  tx: Db,
  jobs: Jobs,
  actor: Actor,
  { work, details, subject, isOwed = false }: NewJob,
  records?: RawBuilder<unknown>,
): Promise<BulkJob> {
  if (!isOwed) await mustHaveFewUnfinished(tx, actor.id, 'bulk_jobs', 'jobs-unfinished')
  const values = { user_id: actor.id, work, details: JSON.stringify(details), subject }
  const { id } = await tx.insertInto('bulk_jobs').values(values).returning('id').executeTakeFirstOrThrow()
  if (records !== undefined) await gatherRecords(tx, { id }, records)
  await record(tx, actor, { action: 'bulk-job.started', kind: 'bulk-job', id, after: { work, subject } })
  await jobs.enqueue(tx, 'bulk', id)
  // Nothing is done yet, so there is nothing to undo.
  return found(await jobById(tx, actor, [], id), 'job-not-found')
}

const mostResults = 100

/** Lists work that was done within the request, so that it can be undone like a job. */
export async function addFinishedJob(
  tx: Db,
  actor: Actor,
  { work, details, subject }: Omit<NewJob, 'isOwed'>,
  results: readonly Result[],
) {
  const [done, failed] = [results.filter(({ ok }) => ok), results.filter(({ ok }) => !ok)]
  if (done.length === 0) return
  const { id } = await tx
    .insertInto('bulk_jobs')
    .values({
      ...{ user_id: actor.id, work, subject, status: 'done', finished_at: sql`now()` },
      ...{ total: results.length, done: done.length, failed: failed.length, batches: 1, position: 1 },
      details: JSON.stringify({ ...details, request: actor.requestId }),
      results: sql`${JSON.stringify(failed.slice(0, mostResults))}::jsonb`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids = done.map(({ _id }) => _id)
  await tx.insertInto('bulk_job_batches').values({ job_id: id, number: 0, ids }).execute()
}

/** Work that was undone from its toast is not offered for undo again. */
export const markUndone = (tx: Db, actor: Actor, request: string) =>
  sql`update bulk_jobs set undone_by = id where user_id = ${actor.id} and undone_by is null
    and details ->> 'request' = ${request}`.execute(tx)

/** Also discards the current batch: it only counts once the job has advanced. */
export async function cancelJob(tx: Db, jobs: Jobs, actor: Actor, works: Works, id: Id) {
  const unfinished = ['waiting', 'running'] as const
  const job = await tx
    .selectFrom('bulk_jobs')
    .select(['work', 'details'])
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .where('status', 'in', unfinished)
    .executeTakeFirst()
  if (job === undefined) return
  // Before the lock on the job's row: a batch locks its records first and that row last.
  const { stopped } = works[job.work]
  await stopped?.(tx, jobs, actor, { details: job.details, status: 'cancelled' })
  const row = await tx
    .updateTable('bulk_jobs')
    .set({ status: 'cancelled', finished_at: sql`now()` })
    .where('id', '=', id)
    .where('status', 'in', unfinished)
    .returning(['work', 'subject', 'done', 'failed'])
    .executeTakeFirst()
  if (row === undefined) {
    if (stopped === undefined) return
    throw new Problem('job-just-ended')
  }
  await dropRest(tx, id)
  await record(tx, actor, { action: 'bulk-job.cancelled', kind: 'bulk-job', id, after: row })
}

/** Deletes the batches that will not be processed; finished ones stay for an undo. */
export const dropRest = (tx: Db, id: Id) =>
  sql`delete from bulk_job_batches using bulk_jobs
    where bulk_jobs.id = ${id} and job_id = bulk_jobs.id and number >= position`.execute(tx)

export const undoableWorks = (works: Works) =>
  (Object.keys(works) as BulkWork[]).filter((work) => works[work].undoneBy !== undefined)

/** The request id of the ledger entries: that of the request, otherwise the id of the job. */
const requestOf = (details: object) => ('request' in details ? `${details.request}` : undefined)

/** Starts another job that undoes this one. */
export async function undoJob(tx: Db, jobs: Jobs, actor: Actor, works: Works, id: Id): Promise<BulkJob> {
  const job = found(
    await tx
      .selectFrom('bulk_jobs')
      .select(['work', 'subject', 'details', canBeUndone(undoableWorks(works)).as('undoable')])
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
  const undoing = await startJob(
    tx,
    jobs,
    actor,
    { work, details: { undoes: id, request: requestOf(job.details) ?? id }, subject: job.subject },
    records,
  )
  await tx.updateTable('bulk_jobs').set({ undone_by: undoing._id }).where('id', '=', id).execute()
  return undoing
}

export function mustHold(actor: Actor, { permission }: Pick<BulkSteps, 'permission'>) {
  if (permission !== null && !actor.permissions.includes(permission)) throw new Problem('forbidden')
}
