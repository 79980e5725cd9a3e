// Why it is built this way: docs/decisions/064-keys-of-programs.md

import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type CallerRow, callerOf, whatTheyMayDo, withKeyAndPlaces } from '#features/identity/actors.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { plainAddress } from '#kernel/http/address.ts'
import type { Strategy } from '#kernel/http/authentication.ts'
import { hashOf } from '#kernel/secrets.ts'
import { noteSecurity } from '#kernel/security/security.ts'
import type { Services } from '#kernel/services.ts'

type Proof = { keyHash: Buffer; address: string | null }

declare module '#kernel/actor.ts' {
  interface Proofs {
    /** A program acts for itself. */
    key: Proof
  }
}

export const keyPrefix = 'atsk_'
const bearer = /^Bearer (atsk_\S*)$/i

const keyOf = ({ headers }: FastifyRequest) => bearer.exec(headers.authorization ?? '')?.[1]

/** Whether a request comes from a program; its key may be invalid. */
export const hasKey = (request: FastifyRequest) => keyOf(request) !== undefined

type Refusal = 'revoked' | 'expired' | 'replaced' | 'address'
type KeyRow = CallerRow & { refusal: Refusal | null; idle: boolean }

/** One lookup at the primary database for each request: a revoked key is refused at once, by every process. */
async function programWith(db: Db, { keyHash, address }: Proof): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select case when u.deleted_at is not null then 'revoked' when r.expires_at <= now() then 'expired'
        when r.key_hash <> ${keyHash} and r.former_until <= now() then 'replaced'
        when r.address_ranges <> '{}' and (${address}::inet <<= any(r.address_ranges)) is not true then 'address'
      end as refusal,
      coalesce(r.last_used_at < now() - interval '1 minute', true) as idle, ${whatTheyMayDo}
    from users u ${withKeyAndPlaces} where r.key_hash = ${keyHash} or r.former_hash = ${keyHash}`.execute(db)
  return rows[0]
}

const actorWith = (row: KeyRow, proof: Proof, requestId: string): Actor => ({
  by: 'key',
  ...proof,
  ...callerOf(row, requestId),
})

/** Every refused key gets the same response; only the log and the security feed say why. */
export function byKey(services: Services): Strategy {
  const { db, reads } = services
  async function authenticated(key: string, request: FastifyRequest) {
    const proof = { keyHash: hashOf(key), address: plainAddress(request.ip) }
    const row = await programWith(reads, proof)
    if (row === undefined || row.refusal !== null) {
      const reason = row?.refusal ?? 'unknown'
      request.log.warn({ program: row?.id, reason, address: request.ip }, 'the key of a program was refused')
      noteSecurity(services, request, { kind: 'key-refused', account: { id: row?.id }, detail: { reason } })
      return null
    }
    if (row.idle) await noteUse(db, row.id, proof.address)
    return actorWith(row, proof, request.id)
  }
  return {
    by: 'key',
    authenticate(request) {
      const key = keyOf(request)
      return key === undefined ? undefined : authenticated(key, request)
    },
    async renew(actor) {
      if (actor.by !== 'key') return undefined
      const row = await programWith(reads, actor)
      return row?.refusal === null ? actorWith(row, actor, actor.requestId) : undefined
    },
  }
}

const noteUse = (db: Db, id: Id, address: string | null) =>
  sql`update programs set last_used_at = now(), last_used_from = ${address} where id = ${id}`.execute(db)
