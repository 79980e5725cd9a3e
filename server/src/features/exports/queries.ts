import type { Export, ExportList } from '@ats/contract/exports.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { readMessage } from '#kernel/messages.ts'
import { wordsOf } from './filter-words.ts'

const rows = (db: Db, actor: Actor) =>
  db
    .selectFrom('exports')
    .innerJoin('users', 'users.id', 'exports.user_id')
    .select([
      'exports.id',
      sql<ExportList>`exports.list`.as('list'),
      'exports.format',
      'exports.status',
      'exports.rows',
      'exports.total',
      'exports.message',
      'users.full_name as by',
      sql<boolean>`exports.user_id = ${actor.id}`.as('mine'),
      'exports.created_at as createdAt',
      'exports.finished_at as finishedAt',
      'exports.filter',
    ])

/** Administrators see that an export exists, but never its content. */
export const isAdministrator = (actor: Actor) =>
  actor.everywhere && actor.permissions.includes('user-management')

const mostListed = 50

type ExportRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>
async function toExports(db: Db, actor: Actor, found: ExportRow[]): Promise<Export[]> {
  const words = await wordsOf(db, actor, found)
  return found.map(({ filter: _filter, ...row }, at) => ({
    ...row,
    ...readMessage(row.message),
    filters: words[at] ?? [],
  }))
}

export async function newestExports(db: Db, actor: Actor, whose: 'own' | 'all'): Promise<Export[]> {
  const newest = await rows(db, actor)
    .$if(whose === 'own', (query) => query.where('exports.user_id', '=', actor.id))
    .orderBy('exports.id', 'desc')
    .limit(mostListed)
    .execute()
  return toExports(db, actor, newest)
}

export async function exportById(db: Db, actor: Actor, id: Id): Promise<Export | undefined> {
  const row = await rows(db, actor)
    .where('exports.id', '=', id)
    .$if(!isAdministrator(actor), (query) => query.where('exports.user_id', '=', actor.id))
    .executeTakeFirst()
  return row && (await toExports(db, actor, [row]))[0]
}

/** What is needed to write or to send the file. */
export const exportDetails = (db: Db, id: Id) =>
  db
    .selectFrom('exports')
    .select([
      'id',
      'user_id as userId',
      sql<ExportList>`list`.as('list'),
      'format',
      'filter',
      'columns',
      'status',
      'file',
      'reach',
      'rows',
      'created_at as createdAt',
      sql<string | null>`(select readable_id from inventories
        where id::text = exports.filter ->> 'inventoryId')`.as('inventory'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()

export type ExportDetails = NonNullable<Awaited<ReturnType<typeof exportDetails>>>
