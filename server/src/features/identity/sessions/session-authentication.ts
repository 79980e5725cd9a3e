// Why it is built this way: docs/decisions/002-token-and-cookie.md

import { sql } from 'kysely'
import {
  type CallerRow,
  callerOf,
  mayWork,
  whatTheyMayDo,
  withRoleAndPlaces,
} from '#features/identity/actors.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import type { Strategy } from '#kernel/http/authentication.ts'
import { Problem } from '#kernel/http/problem.ts'
import { hashOf } from '#kernel/secrets.ts'
import type { Services } from '#kernel/services.ts'
import { cookieName } from './sessions.ts'

declare module '#kernel/actor.ts' {
  interface Proofs {
    session: { sessionId: Id }
  }
}

const bearer = /^Bearer (ats_[\w-]{43})$/i

export type SessionRow = CallerRow & { session_id: Id; idle: boolean }

export const isLive = (idleMinutes: number) =>
  sql`s.expires_at > now() and s.last_seen_at > now() - make_interval(mins => ${idleMinutes})`

/** The one query behind every signed-in request: who this is and which rights they have now. */
const actorBySecrets = (tokenHash: Buffer, cookieHash: Buffer | null, idleMinutes: number) => sql<SessionRow>`
  select s.id as session_id, s.last_seen_at < now() - interval '1 minute' as idle, ${whatTheyMayDo}
  from sessions s join users u on u.id = s.user_id ${withRoleAndPlaces}
  where s.token_hash = ${tokenHash} and coalesce(s.cookie_hash = ${cookieHash}, s.cookie_hash is null) and ${isLive(idleMinutes)}
    and ${mayWork}`

export const sessionActor = (row: SessionRow, requestId: string): Actor => ({
  by: 'session',
  sessionId: row.session_id,
  ...callerOf(row, requestId),
})

/**
 * A browser's session needs token and cookie: a token stolen from its storage is useless without the cookie.
 * A program only has its token.
 */
export function bySession({ db, reads, config }: Services): Strategy {
  const actorWith = async (token: string, cookie: string | undefined, requestId: string) => {
    const query = actorBySecrets(
      hashOf(token),
      cookie === undefined ? null : hashOf(cookie),
      config.sessionIdleMinutes,
    )
    const row = (await query.execute(reads)).rows[0]
    if (row === undefined) return null
    if (row.idle) await touchSession(db, row.session_id)
    return sessionActor(row, requestId)
  }
  return {
    by: 'session',
    authenticate(request) {
      const token = bearer.exec(request.headers.authorization ?? '')?.[1]
      const cookie = request.cookies[cookieName]
      return token === undefined ? undefined : actorWith(token, cookie, request.id)
    },
    /** This check does not keep the session alive. */
    async renew(actor) {
      const { rows } = await sql<SessionRow>`select s.id as session_id, false as idle, ${whatTheyMayDo}
        from sessions s join users u on u.id = s.user_id ${withRoleAndPlaces}
        where s.id = ${sessionIdOf(actor)} and ${isLive(config.sessionIdleMinutes)} and ${mayWork}`.execute(
        reads,
      )
      return rows[0] && sessionActor(rows[0], actor.requestId)
    },
  }
}

/** The session of a request; callers who authenticated otherwise have none. */
export function sessionIdOf(actor: Actor): Id {
  if (actor.by !== 'session') throw new Problem('forbidden')
  return actor.sessionId
}

const touchSession = (db: Db, id: Id) =>
  db.updateTable('sessions').set({ last_seen_at: sql`now()` }).where('id', '=', id).execute()
