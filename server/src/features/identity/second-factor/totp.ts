import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Db, Id } from '#kernel/db/db.ts'
import { seal, unseal } from '#kernel/sealing.ts'

const issuer = 'Asset Tracking Solution'
const period = 30
/** Clocks of phones differ: the codes before and after the present one are accepted as well. */
const window = 1

const about = (userId: Id) => `totp ${userId}`

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) })

export function newTotp(email: string) {
  const secret = new Secret({ size: 20 }).base32
  return { secret, uri: totpOf(secret, email).toString() }
}

export const sealTotp = (key: string, userId: Id, secret: string) => seal(key, about(userId), secret)

/** The time step that a code belongs to; undefined if the code is wrong. */
export function stepOfCode(key: string, userId: Id, sealed: Buffer, code: string): number | undefined {
  const secret = unseal(key, about(userId), sealed)
  if (secret === undefined) return undefined
  const timestamp = Date.now()
  const delta = totpOf(secret).validate({ token: code.replace(/\s/g, ''), window, timestamp })
  return delta === null ? undefined : TOTP.counter({ period, timestamp }) + delta
}

/** Uses a code: each time step is accepted once, and no step before the last one. Returns whether it was right. */
export async function useTotpCode(tx: Db, key: string, userId: Id, code: string): Promise<boolean> {
  const factor = await tx
    .selectFrom('totp_factors')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const step = factor && stepOfCode(key, userId, factor.sealed_secret, code)
  if (step === undefined) return false
  const { numUpdatedRows } = await tx
    .updateTable('totp_factors')
    .set({ last_step: step, last_used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
