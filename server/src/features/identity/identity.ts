import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { userExport } from '#features/identity/people/user-exports.ts'
import { hasKey } from '#features/identity/programs/key-authentication.ts'
import { roleExport } from '#features/identity/roles/role-exports.ts'
import { methodsOf } from '#features/identity/second-factor/factor-queries.ts'
import { askForPasskey, proofOfFactor } from '#features/identity/second-factor/step-up.ts'
import { isLive, type SessionRow, sessionActor } from '#features/identity/sessions/session-authentication.ts'
import { cookieName } from '#features/identity/sessions/sessions.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { hashOf } from '#kernel/secrets.ts'
import type { Services } from '#kernel/services.ts'
import {
  type CallerRow,
  callerOf,
  mayWork,
  whatTheyMayDo,
  withRightsAndPlaces,
  withRoleAndPlaces,
} from './actors.ts'

export { askForPasskey, hasKey, methodsOf, proofOfFactor }

export const identityExports = { users: userExport, roles: roleExport }

/**
 * The owner of a job with their present rights; undefined if they have none. A job outlives its owner's session,
 * but not the key of a program.
 */
export async function actorOf(db: Db, userId: Id, requestId: string): Promise<Actor | undefined> {
  const { rows } = await sql<CallerRow>`select ${whatTheyMayDo}
    from users u ${withRightsAndPlaces} where u.id = ${userId} and ${mayWork}`.execute(db)
  return rows[0] && { by: 'job', ...callerOf(rows[0], requestId) }
}

/**
 * The person, if the request carries the cookie of a valid session. For browser navigation, which cannot send
 * the token: endpoints that use this must require a second proof.
 */
export async function actorByCookie(
  { reads, config }: Services,
  request: FastifyRequest,
  userId: Id,
): Promise<Actor | undefined> {
  const cookie = request.cookies[cookieName]
  if (cookie === undefined) return undefined
  const { rows } = await sql<SessionRow>`select s.id as session_id, false as idle, ${whatTheyMayDo}
    from sessions s join users u on u.id = s.user_id ${withRoleAndPlaces}
    where s.user_id = ${userId} and s.cookie_hash = ${hashOf(cookie)} and ${isLive(config.sessionIdleMinutes)}
      and ${mayWork}`.execute(reads)
  return rows[0]?.must_first === null ? sessionActor(rows[0], request.id) : undefined
}
