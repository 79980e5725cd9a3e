import type { BulkJob, BulkWork } from '@ats/contract/bulk-jobs.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Actor, Scope } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { deleteInBatches } from '#kernel/db/end-rows.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { lifetimes } from '#kernel/lifetimes.ts'
import { readMessage } from '#kernel/messages.ts'
import { inPlaces } from '#kernel/scope.ts'

const undoDays = lifetimes.bulk_job_batches.keep.days
const mostListed = 50

/** Ended recently with something done, and not undone yet. */
export const canBeUndone = (undoable: readonly BulkWork[]) =>
  sql<boolean>`(work = any(${undoable}::text[]) and done > 0 and undone_by is null
    and coalesce(finished_at > now() - make_interval(days => ${sql.lit(undoDays)}), false))`

/**
 * True for work on an inventory of a place that the actor counts blind now: its numbers reveal how many
 * assets are expected.
 */
const tellsHowMany = (withheld: Scope) => sql<boolean>`(work like '%-inventory' and exists (
  select from inventories join places on places.id = inventories.place_id
  where inventories.id::text = bulk_jobs.details ->> 'id' and ${inPlaces(withheld, 'places')}))`

const resultsWithout = (withheld: Scope) => sql<BulkJob['results']>`(
  select coalesce(jsonb_agg(one.result order by one.at), '[]')
  from jsonb_array_elements(bulk_jobs.results) with ordinality as one (result, at)
  where not ${tellsHowMany(withheld)} and not exists (
    select from assets where assets.id = (one.result ->> '_id')::uuid and ${inPlaces(withheld, 'assets')}))`

/** The results per record, without assets that are hidden from the actor. */
function outcomeFor({ withheld }: Actor) {
  const unlessHidden = <T>(column: string, otherwise: RawBuilder<T>) =>
    withheld === null
      ? sql<T>`${sql.ref(column)}`
      : sql<T>`case when ${tellsHowMany(withheld)} then ${otherwise} else ${sql.ref(column)} end`
  return [
    unlessHidden('total', sql<number | null>`null`).as('total'),
    unlessHidden('done', sql<number>`0`).as('done'),
    unlessHidden('failed', sql<number>`0`).as('failed'),
    (withheld === null ? sql<BulkJob['results']>`results` : resultsWithout(withheld)).as('results'),
  ] as const
}

/** People see only their own jobs. */
const ownJobs = (db: Db, actor: Actor, undoable: readonly BulkWork[]) =>
  db
    .selectFrom('bulk_jobs')
    .select([
      'id as _id',
      'work',
      'subject',
      'status',
      ...outcomeFor(actor),
      'message',
      sql<boolean>`undone_by is not null`.as('undone'),
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

/** What the worker needs to continue a job. */
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

/** Deletes the assets of bulk changes that can no longer be undone. */
export const expireUndo = (db: Kysely<Tables>) =>
  deleteInBatches(
    db,
    'bulk_job_batches',
    sql`select bulk_job_batches.ctid from bulk_jobs join bulk_job_batches on job_id = bulk_jobs.id
      where finished_at < now() - make_interval(days => ${sql.lit(undoDays)})`,
  )
