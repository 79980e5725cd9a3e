// Why it is built this way: docs/decisions/015-bulk-jobs-merges-and-moves.md

import type { Message } from '@ats/contract/problems.ts'
import { sql } from 'kysely'
import { actorOf } from '#features/identity/identity.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { isBusy, Problem } from '#kernel/http/problem.ts'
import type { Result } from '#kernel/jobs/bulk-results.ts'
import { type JobHandler, oneAtATime } from '#kernel/jobs/jobs.ts'
import { record } from '#kernel/ledger/events.ts'
import { messageFields, storedMessage } from '#kernel/messages.ts'
import type { Services } from '#kernel/services.ts'
import { type BulkSteps, dropRest, gatherRecords, mustHold, type Works } from './bulk-jobs.ts'
import { type JobToRun, jobToRun } from './queries.ts'

const mostTries = 20
const mostResults = 100
/** After this long a job yields to waiting ones. */
const longestTurnMs = 15_000

/** Processes batch after batch, each with the owner's present rights. */
export const bulkJob =
  (services: Services, works: Works, turnMs = longestTurnMs): JobHandler =>
  (id, signal) =>
    oneAtATime(services.db, id, () => runJob(services, works, { id, signal, end: Date.now() + turnMs }))

/** Immediately continues the jobs of a worker that died; the queue would return them only after a while. */
export async function resumeBulkJobs({ db, jobs }: Services) {
  const unfinished = db.selectFrom('bulk_jobs').select('id').where('status', 'in', ['waiting', 'running'])
  for (const { id } of await unfinished.execute()) await jobs.enqueue(db, 'bulk', id)
}

type Turn = { id: Id; signal: AbortSignal; end: number }

async function runJob(services: Services, works: Works, { id, signal, end }: Turn) {
  const { db, jobs } = services
  for (;;) {
    const job = await jobToRun(db, id)
    if (job === undefined || !['waiting', 'running'].includes(job.status)) return
    // An aborted job counts as failed, so that the queue gives it to another worker.
    signal.throwIfAborted()
    if (Date.now() > end && (await othersWait(db, id))) return jobs.enqueue(db, 'bulk', id)
    try {
      await countTry(db, job)
      const steps = works[job.work]
      const actor = await actorOfJob(db, steps, job)
      if (job.tries >= mostTries) throw new Problem('job-failed-often')
      await services.replica.writing(job.userId, () => nextStep(services, actor, steps, job))
    } catch (error) {
      // The queue retries temporary failures.
      if (!(error instanceof Problem) || error.status === 409 || isBusy(error)) throw error
      await inTransaction(db, (tx) => failJob(tx, services, works[job.work], job, error.reason)).catch(
        unlessMovedOn,
      )
    }
  }
}

async function actorOfJob(db: Db, steps: BulkSteps, job: JobToRun): Promise<Actor> {
  if (steps.permission === null) return inTheNameOf(job)
  const actor = await actorOf(db, job.userId, job.id)
  if (actor === undefined) throw new Problem('job-owner-gone')
  mustHold(actor, steps)
  return actor
}

/** The ledger names the person who started the job, even if they have lost the permission since. */
const inTheNameOf = ({ id, userId }: JobToRun): Actor => ({
  ...{
    id: userId,
    by: 'job' as const,
    roleId: null,
    permissions: [],
    everywhere: true,
    cities: [],
    withheld: null,
    mustFirst: null,
    requestId: id,
  },
  scope: { city: [], mm: [], property: [], aou: [], room: [] },
})

async function othersWait(db: Db, id: Id) {
  const other = db.selectFrom('bulk_jobs').select('id').where('status', 'in', ['waiting', 'running'])
  return (await other.where('id', '<>', id).limit(1).executeTakeFirst()) !== undefined
}

const countTry = (db: Db, { id, tries }: JobToRun) =>
  db
    .updateTable('bulk_jobs')
    .set({ tries: tries + 1 })
    .where('id', '=', id)
    .execute()

async function nextStep(services: Services, actor: Actor, steps: BulkSteps, job: JobToRun) {
  const { db } = services
  if (job.status === 'waiting') {
    const records = await steps.records(db, actor, job.details, job.createdAt)
    await inTransaction(db, async (tx) => {
      if (!(await gatherRecords(tx, job, records, steps.batchSize))) throw new MovedOn()
    }).catch(unlessMovedOn)
  } else if (job.position >= (job.batches ?? 0))
    await inTransaction(db, (tx) => finishJob(tx, services, actor, steps, job)).catch(unlessMovedOn)
  else await inTransaction(db, (tx) => applyBatch(tx, actor, steps, job)).catch(unlessMovedOn)
}

/** The job was cancelled, or another worker did this batch: the transaction is rolled back. */
class MovedOn extends Error {}

const unlessMovedOn = (error: unknown) => {
  if (!(error instanceof MovedOn)) throw error
}

/**
 * Processes the batch and advances the checkpoint from the position that was read. The job's row is written
 * last, so that a cancellation does not wait for a batch. A worker that was considered dead too early cannot
 * do a batch twice.
 */
async function applyBatch(tx: Db, actor: Actor, steps: BulkSteps, { id, details, position }: JobToRun) {
  const query = tx.selectFrom('bulk_job_batches').select('ids').where('job_id', '=', id)
  const batch = await query.where('number', '=', position).executeTakeFirst()
  if (batch === undefined) throw new MovedOn()
  const results = await steps.apply(tx, actor, details, batch.ids)
  const failed = results.filter(({ ok }) => !ok)
  const told = results.filter((result) => !result.ok || steps.needsAWord?.(result)).slice(0, mostResults)
  const moved = await sql`update bulk_jobs set position = position + 1, tries = 0,
      done = done + ${results.length - failed.length}, failed = failed + ${failed.length},
      results = case when jsonb_array_length(results) < ${sql.lit(mostResults)}
        then jsonb_path_query_array(results || ${JSON.stringify(told)}::jsonb, ${sql.lit(`$[0 to ${mostResults - 1}]`)})
        else results end
    where id = ${id} and status = 'running' and position = ${position} returning id`.execute(tx)
  if (moved.rows.length === 0) throw new MovedOn()
  await keepForUndo(tx, steps, { job_id: id, number: position }, results)
}

async function keepForUndo(
  tx: Db,
  { undoneBy }: BulkSteps,
  { job_id, number }: { job_id: Id; number: number },
  results: Result[],
) {
  const done = results.filter(({ ok }) => ok).map(({ _id }) => _id)
  await (undoneBy === undefined || done.length === 0
    ? tx.deleteFrom('bulk_job_batches').where('job_id', '=', job_id).where('number', '=', number).execute()
    : tx
        .updateTable('bulk_job_batches')
        .set({ ids: done })
        .where('job_id', '=', job_id)
        .where('number', '=', number)
        .execute())
}

async function finishJob(tx: Db, { jobs }: Services, actor: Actor, steps: BulkSteps, job: JobToRun) {
  const finished = (await steps.finish?.(tx, jobs, actor, job)) ?? { done: 0 }
  if ('left' in finished) {
    if (!(await gatherRecords(tx, job, finished.left))) throw new MovedOn()
  } else await endJob(tx, job, { status: 'done', reason: null, more: finished.done })
}

async function failJob(tx: Db, { jobs }: Services, steps: BulkSteps, job: JobToRun, reason: Message) {
  await endJob(tx, job, { status: 'failed', reason, more: 0 })
  await steps.stopped?.(tx, jobs, inTheNameOf(job), { details: job.details, status: 'failed' })
}

type End = { status: 'done' | 'failed'; reason: Message | null; more: number }

/** The ledger entry notifies the owner; the finished batches stay done. */
async function endJob(tx: Db, { id, userId }: JobToRun, { status, reason, more }: End) {
  const ended = await tx
    .updateTable('bulk_jobs')
    .set({
      ...{ status, finished_at: sql`now()`, message: reason === null ? null : storedMessage(reason) },
      ...{ done: sql`done + ${more}::int`, total: sql`total + ${more}::int` },
    })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .returning(['work', 'subject', 'done', 'failed'])
    .executeTakeFirst()
  if (ended === undefined) throw new MovedOn()
  await dropRest(tx, id)
  const action = status === 'done' ? 'bulk-job.finished' : 'bulk-job.failed'
  const after = { ...ended, ...(reason !== null && messageFields(reason)) }
  await record(tx, { id: userId, requestId: id }, { action, kind: 'bulk-job', id, after })
}
