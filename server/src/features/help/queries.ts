import { type HelpMessage, type HelpRequest, type HelpStatus, mostMessages } from '@ats/contract/help.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { boundedPage, counting, mostCounted, type PageRequest } from '#kernel/db/paging.ts'
import { found } from '#kernel/http/problem.ts'
import { personInScope } from '#kernel/scope.ts'

const isMine = ({ id }: Actor) => sql<boolean>`help_requests.created_by = ${id}`

/** Requests of other people are visible only to those who manage the asker; `users` is the asker's row. */
const isOfOthers = (actor: Actor) => sql<SqlBool>`(${isMine(actor)} is false and ${personInScope(actor)})`

const maySee = (actor: Actor) =>
  actor.permissions.includes('user-management')
    ? sql<SqlBool>`(${isMine(actor)} or ${isOfOthers(actor)})`
    : sql<SqlBool>`${isMine(actor)}`

const requests = (db: Db) =>
  db.selectFrom('help_requests').innerJoin('users', 'users.id', 'help_requests.created_by')

const listed = (db: Db, actor: Actor) =>
  requests(db).select([
    'help_requests.id as _id',
    'help_requests.number as id',
    'help_requests.subject',
    'help_requests.status',
    'users.full_name as askedBy',
    isMine(actor).as('isMine'),
    'help_requests.created_at as createdAt',
    'help_requests.updated_at as updatedAt',
  ])

async function pageOf(
  db: Db,
  actor: Actor,
  where: RawBuilder<SqlBool>,
  direction: 'asc' | 'desc',
  page: PageRequest,
) {
  const order = {
    name: 'id',
    by: sql<string>`help_requests.number`,
    id: sql<string>`help_requests.id`,
    direction,
  }
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count from (
    select from help_requests join users on users.id = help_requests.created_by where ${where} ${counting}
  ) as counted`.execute(db)
  const count = counted[0]?.count ?? 0
  const total = count > mostCounted ? null : count
  const { rows, ...rest } = await boundedPage(listed(db, actor).where(where), order, page, total)
  return { helpRequests: rows.map(({ sortKey: _key, sortId: _id, ...row }) => row), ...rest }
}

export const ownRequests = (db: Db, actor: Actor, page: PageRequest) =>
  pageOf(db, actor, sql<SqlBool>`${isMine(actor)}`, 'desc', page)

export const requestsOfOthers = (
  db: Db,
  actor: Actor,
  { status, ...page }: PageRequest & { status: HelpStatus },
) =>
  pageOf(
    db,
    actor,
    sql<SqlBool>`(help_requests.status = ${status} and ${isOfOthers(actor)})`,
    status === 'waiting' ? 'asc' : 'desc',
    page,
  )

async function messagesOf(db: Db, actor: Actor, id: Id): Promise<HelpMessage[]> {
  const latest = await db
    .selectFrom('help_messages')
    .select([
      'id as _id',
      'step',
      'text',
      sql<string>`${fullNameOf('help_messages.written_by')}`.as('writtenBy'),
      sql<boolean>`written_by = ${actor.id}`.as('isMine'),
      'written_at as writtenAt',
    ])
    .where('request_id', '=', id)
    .orderBy('id', 'desc')
    .limit(mostMessages)
    .execute()
  return latest.reverse()
}

export async function helpRequestById(db: Db, actor: Actor, id: Id): Promise<HelpRequest> {
  const query = listed(db, actor)
    .select('help_requests.image')
    .where('help_requests.id', '=', id)
    .where(maySee(actor))
  const request = found(await query.executeTakeFirst(), 'help-request-not-found')
  return {
    ...request,
    image: request.image && `/api/v1/help-requests/${id}/image?v=${request.image.slice(0, 8)}`,
    messages: await messagesOf(db, actor, id),
  }
}

export async function screenshotOf(db: Db, actor: Actor, id: Id) {
  const row = await requests(db)
    .select('help_requests.image')
    .where('help_requests.id', '=', id)
    .where(maySee(actor))
    .executeTakeFirst()
  return row?.image
}

/** Locks the request until the end of the transaction; includes the asker's home city. */
export const requestForUpdate = async (tx: Db, actor: Actor, id: Id) =>
  found(
    await requests(tx)
      .select([
        'help_requests.id',
        'help_requests.subject',
        'help_requests.status',
        'users.city_id as cityId',
        isMine(actor).as('isMine'),
      ])
      .where('help_requests.id', '=', id)
      .where(maySee(actor))
      .forUpdate('help_requests')
      .executeTakeFirst(),
    'help-request-not-found',
  )
