import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { invalid, Problem } from './problem.ts'

/** The key of a request, if it has one. */
export const keyOf = (request: FastifyRequest) => request.headers['idempotency-key']?.toString()

const shape = /^[\x21-\x7e]{1,200}$/

/**
 * Does the work once per key. The same request sent again gets the first response. Another request with the
 * same key is an error, and so is one sent while the first is still running. The response is stored in the
 * work's own transaction.
 */
export async function withIdempotencyKey<T extends object>(
  tx: Db,
  actor: Actor,
  key: string | undefined,
  request: unknown,
  work: () => Promise<T>,
): Promise<T> {
  if (key === undefined) return work()
  if (!shape.test(key)) throw invalid('Idempotency-Key', 'key-malformed')
  const hash = createHash('sha256').update(JSON.stringify(request)).digest()
  const lock = sql<{
    free: boolean
  }>`select pg_try_advisory_xact_lock(hashtextextended(${`${actor.id} ${key}`}, 0)) as free`
  if ((await lock.execute(tx)).rows[0]?.free !== true)
    throw new Problem('call-under-way', {}, { retryAfter: 1 })
  const earlier = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'body'])
    .where('user_id', '=', actor.id)
    .where('key', '=', key)
    .executeTakeFirst()
  if (earlier !== undefined) {
    if (!hash.equals(earlier.request_hash)) throw new Problem('key-of-another-call')
    return earlier.body as T
  }
  const body = await work()
  const row = { user_id: actor.id, key, request_hash: hash, body: JSON.stringify(body) }
  await tx.insertInto('idempotency_keys').values(row).execute()
  return body
}
