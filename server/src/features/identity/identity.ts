import type { Permission } from '@ats/contract/permissions.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor, Scope } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import type { Services } from '#kernel/services.ts'
import { roleExport } from './role-exports.ts'
import { hashOf } from './secrets.ts'
import { cookieName } from './sessions.ts'
import { userExport } from './user-exports.ts'

export const identityExports = { users: userExport, roles: roleExport }

const bearer = /^Bearer (ats_[\w-]{43})$/i

type ActorRow = {
  session_id: Id
  id: Id
  role_id: Id
  permissions: Permission[]
  everywhere: boolean
  home: Id
  given: Partial<Scope> | null
  cities: Id[] | null
  idle: boolean
}

const whatTheyMayDo = sql`u.id, u.role_id, r.permissions, r.everywhere, u.city_id as home, places.given, places.cities`
const withRoleAndPlaces = sql`
  join roles r on r.id = u.role_id
  cross join lateral (
    select jsonb_object_agg(kind, ids) as given, array_agg(distinct city_id) as cities
    from (
      select p.kind, p.city_id, jsonb_agg(p.id) over (partition by p.kind) as ids
      from user_places g join places p on p.id = g.place_id where g.user_id = u.id
    ) as kinds
  ) as places`
const isLive = (idleMinutes: number) =>
  sql`s.expires_at > now() and s.last_seen_at > now() - make_interval(mins => ${idleMinutes})`
const mayWork = sql`u.status = 'active' and u.deleted_at is null`

/** The one query behind every signed-in call: who this is and what they may do, as of now. */
const actorBySecrets = (tokenHash: Buffer, cookieHash: Buffer, idleMinutes: number) => sql<ActorRow>`
  select s.id as session_id, s.last_seen_at < now() - interval '1 minute' as idle, ${whatTheyMayDo}
  from sessions s join users u on u.id = s.user_id ${withRoleAndPlaces}
  where s.token_hash = ${tokenHash} and s.cookie_hash = ${cookieHash} and ${isLive(idleMinutes)}
    and ${mayWork}`

/** A job outlives the session it was asked for in. */
const noSession = '00000000-0000-0000-0000-000000000000'

/** Who asked for a job, with what they may do by now; undefined once they may do nothing. */
export async function actorOf(db: Db, userId: Id, requestId: string): Promise<Actor | undefined> {
  const { rows } = await sql<ActorRow>`select ${noSession} as session_id, false as idle, ${whatTheyMayDo}
    from users u ${withRoleAndPlaces} where u.id = ${userId} and ${mayWork}`.execute(db)
  return rows[0] && toActor(rows[0], requestId)
}

/** The person as they are by now, if their session still lives; asking does not keep it alive. */
export async function actorOfSession({ reads, config }: Services, actor: Actor): Promise<Actor | undefined> {
  const { rows } = await sql<ActorRow>`select s.id as session_id, false as idle, ${whatTheyMayDo}
    from sessions s join users u on u.id = s.user_id ${withRoleAndPlaces}
    where s.id = ${actor.sessionId} and ${isLive(config.sessionIdleMinutes)} and ${mayWork}`.execute(reads)
  return rows[0] && toActor(rows[0], actor.requestId)
}

/** Token and cookie are both needed: a token read out of the browser's storage is useless without the cookie. */
export const authenticate =
  ({ db, reads, config }: Services) =>
  async (request: FastifyRequest): Promise<Actor> => {
    const token = bearer.exec(request.headers.authorization ?? '')?.[1]
    const cookie = request.cookies[cookieName]
    if (token === undefined || cookie === undefined) throw signInFirst()
    const { rows } = await actorBySecrets(hashOf(token), hashOf(cookie), config.sessionIdleMinutes).execute(
      reads,
    )
    const row = rows[0]
    if (row === undefined) throw signInFirst()
    if (row.idle) await touchSession(db, row.session_id)
    return toActor(row, request.id)
  }

/**
 * The person, if the request carries the cookie of a live session of theirs. For a browser's own navigation, which
 * cannot send the token: whatever it opens has to ask for another proof besides.
 */
export async function actorByCookie(
  { reads, config }: Services,
  request: FastifyRequest,
  userId: Id,
): Promise<Actor | undefined> {
  const cookie = request.cookies[cookieName]
  if (cookie === undefined) return undefined
  const { rows } = await sql<ActorRow>`select s.id as session_id, false as idle, ${whatTheyMayDo}
    from sessions s join users u on u.id = s.user_id ${withRoleAndPlaces}
    where s.user_id = ${userId} and s.cookie_hash = ${hashOf(cookie)} and ${isLive(config.sessionIdleMinutes)}
      and ${mayWork}`.execute(reads)
  return rows[0] && toActor(rows[0], request.id)
}

const toActor = (row: ActorRow, requestId: string): Actor => ({
  id: row.id,
  sessionId: row.session_id,
  roleId: row.role_id,
  permissions: row.permissions,
  everywhere: row.everywhere,
  scope: scopeOf(row),
  cities: row.cities ?? [row.home],
  requestId,
})

/** The places given, or the home city where none were. */
const scopeOf = ({ given, home }: ActorRow): Scope => ({
  ...{ city: given === null ? [home] : [], mm: [], property: [], aou: [], room: [] },
  ...given,
})

const signInFirst = () => new Problem('unauthenticated')

const touchSession = (db: Db, id: Id) =>
  db.updateTable('sessions').set({ last_seen_at: sql`now()` }).where('id', '=', id).execute()
