import { rememberedDays } from '@ats/contract/identity/remembered-days.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { cookieRules, isFromBrowser } from '#features/identity/sessions/sessions.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { hashOf, newSecret } from '#kernel/secrets.ts'
import type { Services } from '#kernel/services.ts'

const rememberedCookie = 'ats_remembered'

/** A few people can share a browser; each has a secret of their own in its cookie. */
const mostPeople = 5
const mostDevices = 20
const form = /^[\w-]{43}$/

const secretsIn = (request: FastifyRequest) =>
  (request.cookies[rememberedCookie] ?? '').split('~', mostPeople).filter((secret) => form.test(secret))

/** Whether the person completed a second step in this browser and wants it to be remembered. */
export async function isRemembered(tx: Db, userId: Id, request: FastifyRequest): Promise<boolean> {
  const hashes = secretsIn(request).map(hashOf)
  if (hashes.length === 0) return false
  const { numUpdatedRows } = await tx
    .updateTable('remembered_devices')
    .set({ last_used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('token_hash', 'in', hashes)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** The secret is always a new one: one that was in the cookie before may be known to somebody else. */
export async function rememberBrowser(
  tx: Db,
  config: Services['config'],
  { request, reply }: Exchange,
  userId: Id,
): Promise<boolean> {
  if (!isFromBrowser(request)) return false
  const { secret, hash } = newSecret()
  await tx
    .insertInto('remembered_devices')
    .values({
      user_id: userId,
      token_hash: hash,
      address: request.ip,
      agent: (request.headers['user-agent'] ?? '').slice(0, 500),
      expires_at: sql<string>`now() + make_interval(days => ${rememberedDays})`,
    })
    .execute()
  await sql`delete from remembered_devices where id in (
    select id from remembered_devices where user_id = ${userId}
    order by id desc offset ${sql.lit(mostDevices)})`.execute(tx)
  const secrets = [secret, ...secretsIn(request)].slice(0, mostPeople)
  reply.setCookie(rememberedCookie, secrets.join('~'), {
    ...cookieRules(config),
    path: '/api/v1',
    maxAge: rememberedDays * 24 * 60 * 60,
  })
  return true
}

export const forgetDevicesOf = (tx: Db, userId: Id) =>
  tx.deleteFrom('remembered_devices').where('user_id', '=', userId).execute()
