import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'
import { newSecret } from '#kernel/secrets.ts'
import type { Services } from '#kernel/services.ts'

export const cookieName = 'ats_session'
const tokenPrefix = 'ats_'

/** Issues the two secrets of a session: returns the token, and sets a browser's cookie in the response headers. */
export type SessionOpener = (tx: Db, userId: Id, directoryId?: Id | null) => Promise<string>

const programHours = 12

/** Browsers send these headers, and no page can prevent that. */
export const isFromBrowser = ({ headers, cookies }: FastifyRequest) =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined || cookies[cookieName] !== undefined

export function sessionOpener(
  { config }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): SessionOpener {
  return async (tx, userId, directoryId = null) => {
    const token = newSecret(tokenPrefix)
    const cookie = isFromBrowser(request) ? newSecret() : undefined
    const hours = cookie === undefined ? programHours : config.sessionDays * 24
    await tx
      .insertInto('sessions')
      .values({
        user_id: userId,
        directory_id: directoryId,
        token_hash: token.hash,
        cookie_hash: cookie?.hash ?? null,
        address: request.ip,
        agent: (request.headers['user-agent'] ?? '').slice(0, 500),
        expires_at: sql<string>`now() + make_interval(hours => ${hours})`,
      })
      .execute()
    await endUnused(tx, userId)
    const maxAge = hours * 60 * 60
    if (cookie !== undefined)
      reply.setCookie(cookieName, cookie.secret, { ...cookieRules(config), path: '/', maxAge })
    return token.secret
  }
}

export const cookieRules = ({ origin }: Services['config']) =>
  ({ httpOnly: true, sameSite: 'strict', secure: origin.startsWith('https:') }) as const

const mostSessions = 50

/** Repeated sign-ins do not fill the table: beyond fifty, the session unused for longest ends. */
const endUnused = (tx: Db, userId: Id) =>
  sql`delete from sessions where id in (
    select id from sessions where user_id = ${userId}
    order by last_seen_at desc, id desc offset ${sql.lit(mostSessions)})`.execute(tx)

export const forgetCookie = (reply: FastifyReply) => reply.clearCookie(cookieName, { path: '/' })

export const sessionsOf = (db: Db, userId: Id, current: Id | null, idleMinutes: number) =>
  db
    .selectFrom('sessions')
    .select((row) => [
      'id as _id',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
      'address',
      'agent',
      sql<boolean>`coalesce(id = ${current}, false)`.as('current'),
      row('cookie_hash', 'is', null).as('program'),
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<string>`now()`)
    .where('last_seen_at', '>', sql<string>`now() - make_interval(mins => ${idleMinutes})`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(200)
    .$narrowType<{ program: boolean }>()
    .execute()

/** The directory that opened a session; null: a password did. */
export async function directoryOfSession(db: Db, sessionId: Id) {
  const query = db.selectFrom('sessions').select('directory_id').where('id', '=', sessionId)
  return (await query.executeTakeFirst())?.directory_id ?? null
}

/** Ends one session of a person; returns whether there was one. */
export async function endSession(tx: Db, userId: Id, sessionId: Id) {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Returns how many there were. */
export async function endSessionsOf(tx: Db, userId: Id, except?: Id) {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('id', '!=', except as Id))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
