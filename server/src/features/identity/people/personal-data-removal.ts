import { sql } from 'kysely'
import { type BulkSteps, startJob } from '#features/bulk-jobs/bulk-jobs.ts'
import { deletedRows } from '#features/identity/personal-data.ts'
import { isCoveredBy, mustCover } from '#features/identity/roles/authority.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { allDone } from '#kernel/jobs/bulk-results.ts'
import type { Jobs } from '#kernel/jobs/jobs.ts'
import { storedMessage } from '#kernel/messages.ts'
import { personInScope } from '#kernel/scope.ts'
import { deleteUser } from './users.ts'

type Removal = { person: Id }

/**
 * Deletes the account if it still exists, and replaces its own row at once. A job replaces the names everywhere
 * else. Returns the picture, whose file has to be deleted.
 */
export async function removePersonalData(tx: Db, jobs: Jobs, actor: Actor, id: Id) {
  const person = found(await personForUpdate(tx, actor, id), 'user-not-found')
  if (id === actor.id) throw new Problem('own-deletion')
  mustCover(person)
  const before = await removalOf(tx, id)
  if (before === undefined && !person.isDeleted) await deleteUser(tx, actor, id)
  const { label, picture } = before ?? (await beginRemoval(tx, actor, id))
  const details: Removal = { person: id }
  const job = await startJob(tx, jobs, actor, {
    ...{ work: 'remove-personal-data', details, subject: label, isOwed: true },
  })
  return { job, picture }
}

/** Like `userForUpdate`, with deleted accounts. */
const personForUpdate = (tx: Db, actor: Actor, id: Id) =>
  tx
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select([sql<boolean>`users.deleted_at is not null`.as('isDeleted'), isCoveredBy(actor).as('isCovered')])
    .where('users.id', '=', id)
    .where(personInScope(actor))
    .forUpdate('users')
    .executeTakeFirst()

/** A removal whose job failed can be continued; the row of the person is locked, so nobody else does. */
async function removalOf(tx: Db, id: Id) {
  const before = await tx
    .selectFrom('personal_data_removals')
    .select(['label', 'finished_at as finishedAt'])
    .where('person_id', '=', id)
    .executeTakeFirst()
  if (before === undefined) return undefined
  if (before.finishedAt !== null) throw new Problem('personal-data-removed')
  const running = await tx
    .selectFrom('bulk_jobs')
    .select('id')
    .where('work', '=', 'remove-personal-data')
    .where('status', 'in', ['waiting', 'running'])
    .where(sql`details ->> 'person'`, '=', id)
    .executeTakeFirst()
  if (running !== undefined) throw new Problem('personal-data-being-removed')
  return { label: before.label, picture: null }
}

type Begun = { label: string; picture: string | null }

async function beginRemoval(tx: Db, { id: actorId, requestId }: Actor, id: Id): Promise<Begun> {
  const { rows } = await sql<Begun>`
    select new_name as label, old_picture as picture from begin_personal_data_removal(${id}, ${actorId}, ${requestId})`.execute(
    tx,
  )
  return found(rows[0], 'user-not-found')
}

/** A record of this work is a step: some thousand rows of one table. */
const removing: BulkSteps<Removal> = {
  permission: null,
  batchSize: 1,
  records: async (db, _actor, { person }) => {
    await sql`select plan_personal_data_removal(${person})`.execute(db)
    return sql`select id from personal_data_steps where person_id = ${person}`
  },
  apply: async (tx, _actor, _removal, ids) => {
    for (const id of ids) await sql`select remove_personal_texts(${id})`.execute(tx)
    return allDone(ids)
  },
  finish: async (tx, _jobs, _actor, { details: { person } }) => {
    await deleteRowsOf(tx, person)
    await expireFiles(tx)
    await sql`select finish_personal_data_removal(${person})`.execute(tx)
    return { done: 0 }
  },
  // A half of it would be neither the record of before nor what the law asks for.
  stopped: async (_tx, _jobs, _actor, { status }) => {
    if (status === 'cancelled') throw new Problem('removal-not-stoppable')
  },
}

export const identityWorks: Record<'remove-personal-data', BulkSteps> = {
  'remove-personal-data': removing as BulkSteps,
}

async function deleteRowsOf(tx: Db, person: Id) {
  for (const { table, column, condition = 'true' } of deletedRows)
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${person} and ${sql.raw(condition)}`.execute(
      tx,
    )
}

/** Exported files contain the names of all people; they can be exported again. */
async function expireFiles(tx: Db) {
  await tx
    .updateTable('exports')
    .set({ status: 'expired', file: null, ticket_hash: null })
    .where('status', '=', 'ready')
    .where('file', 'is not', null)
    .execute()
  await tx
    .updateTable('exports')
    .set({
      ...{ status: 'failed', message: storedMessage({ code: 'export-not-written' }) },
      finished_at: sql`now()`,
    })
    .where('status', '=', 'writing')
    .execute()
}
