import type { BulkJob, BulkWork } from '@ats/contract/bulk-jobs.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { readMessage } from '#kernel/messages.ts'

const undoDays = 1
const mostListed = 50

/** Ended a short while ago with something done, and not taken back yet. */
export const canBeUndone = (undoable: readonly BulkWork[]) =>
  sql<boolean>`(work = any(${undoable}::text[]) and done > 0 and undone_by is null
    and coalesce(finished_at > now() - make_interval(days => ${sql.lit(undoDays)}), false))`

/** Everyone sees their own. */
const ownJobs = (db: Db, actor: Actor, undoable: readonly BulkWork[]) =>
  db
    .selectFrom('bulk_jobs')
    .select([
      'id as _id',
      'work',
      'subject',
      'status',
      'total',
      'done',
      'failed',
      'results',
      'message',
      canBeUndone(undoable).as('undoable'),
      'created_at as createdAt',
      'finished_at as finishedAt',
    ])
    .where('user_id', '=', actor.id)

type JobRow = Awaited<ReturnType<ReturnType<typeof ownJobs>['executeTakeFirstOrThrow']>>
const toJob = (row: JobRow): BulkJob => ({ ...row, ...readMessage(row.message) })

export async function newestJobs(db: Db, actor: Actor, undoable: readonly BulkWork[]): Promise<BulkJob[]> {
  const rows = await ownJobs(db, actor, undoable).orderBy('id', 'desc').limit(mostListed).execute()
  return rows.map(toJob)
}

export async function jobById(
  db: Db,
  actor: Actor,
  undoable: readonly BulkWork[],
  id: Id,
): Promise<BulkJob | undefined> {
  const row = await ownJobs(db, actor, undoable).where('id', '=', id).executeTakeFirst()
  return row && toJob(row)
}

/** What it takes to go on with a job. */
export const jobToRun = (db: Db, id: Id) =>
  db
    .selectFrom('bulk_jobs')
    .select([
      'id',
      'user_id as userId',
      'work',
      'details',
      'subject',
      'status',
      'position',
      'batches',
      'done',
      'tries',
      'created_at as createdAt',
    ])
    .where('id', '=', id)
    .executeTakeFirst()

export type JobToRun = NonNullable<Awaited<ReturnType<typeof jobToRun>>>

const daysKept = 30

/** Safe to run at any time, in as many processes as there are. */
export async function expireBulkJobs(db: Db) {
  await sql`delete from bulk_job_batches using bulk_jobs where bulk_jobs.id = job_id
    and finished_at < now() - make_interval(days => ${sql.lit(undoDays)})`.execute(db)
  await sql`delete from bulk_jobs where finished_at < now() - make_interval(days => ${sql.lit(daysKept)})`.execute(
    db,
  )
}
