import {
  type Program,
  type ProgramFilter,
  type ProgramPermission,
  type ProgramStatus,
  programStatuses,
} from '@ats/contract/identity/programs.ts'
import { type SqlBool, sql } from 'kysely'
import { placesGiven } from '#features/identity/people/user-queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { containsWords } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { pageByKey } from '#kernel/db/paging.ts'
import { found } from '#kernel/http/problem.ts'
import { programInScope } from '#kernel/scope.ts'

const status = sql<ProgramStatus>`case when users.deleted_at is not null then 'revoked'
  when programs.expires_at <= now() then 'expired' else 'active' end`

const formerKey = sql<Program['formerKey']>`case when programs.former_until > now() then jsonb_build_object(
  'ending', programs.former_ending, 'worksUntil', to_char(programs.former_until, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) end`

/** Covered by the actor: a program beyond the places of the actor is not even seen. */
const mayChange = (actor: Actor) => sql<boolean>`programs.permissions <@ ${actor.permissions}::text[]`

const programsSeenBy = (db: Db, actor: Actor) =>
  db
    .selectFrom('users')
    .innerJoin('programs', 'programs.id', 'users.id')
    .leftJoin('users as creator', 'creator.id', 'users.created_by')
    .where(programInScope(actor))

const withColumns = (query: ReturnType<typeof programsSeenBy>, actor: Actor) =>
  query.select([
    'users.id as _id',
    'users.name',
    sql<ProgramPermission[]>`programs.permissions`.as('permissions'),
    'programs.everywhere',
    placesGiven(sql`true`).as('places'),
    sql<string[]>`array(select case when masklen(range) = case family(range) when 4 then 32 else 128 end
      then host(range) else range::text end from unnest(programs.address_ranges) as range)`.as(
      'addressRanges',
    ),
    status.as('status'),
    'programs.expires_at as expiresAt',
    'users.deleted_at as revokedAt',
    'programs.key_ending as keyEnding',
    'programs.key_made_at as keyMadeAt',
    formerKey.as('formerKey'),
    'programs.last_used_at as lastUsedAt',
    'programs.last_used_from as lastUsedFrom',
    'users.created_at as createdAt',
    'creator.full_name as createdBy',
    mayChange(actor).as('mayChange'),
    'users.version',
  ])

export const programById = async (db: Db, actor: Actor, id: Id): Promise<Program> =>
  found(
    await withColumns(programsSeenBy(db, actor), actor).where('users.id', '=', id).executeTakeFirst(),
    'program-not-found',
  )

/** The same, locked until the end of the transaction. */
export async function programForUpdate(tx: Db, actor: Actor, id: Id): Promise<Program> {
  await sql`select from users where id = ${id} and kind = 'program' for update`.execute(tx)
  return programById(tx, actor, id)
}

const order = {
  ...{ name: 'name', by: sql<string>`lower(users.name)`, id: sql<string>`users.id` },
  direction: 'asc' as const,
}

export async function programPage(db: Db, actor: Actor, filter: ProgramFilter) {
  const { search } = filter
  const wanted = filter.status ?? null
  const query = programsSeenBy(db, actor)
    .where(sql<SqlBool>`${status} = any(${wanted === null ? programStatuses : [wanted]}::text[])`)
    .$if(search !== '', (programs) =>
      programs.modifyFront(sql.raw(unprepared)).where(containsWords(sql`users.name`, search)),
    )
  const count = async () => {
    const counted = query.select(({ fn }) => fn.countAll<number>().as('count'))
    return (await counted.executeTakeFirstOrThrow()).count
  }
  const { rows, ...page } = await pageByKey(withColumns(query, actor), order, filter, count)
  return { programs: rows.map(({ sortKey: _key, sortId: _id, ...program }) => program), ...page }
}
