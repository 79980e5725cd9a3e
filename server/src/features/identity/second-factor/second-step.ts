// Why it is built this way: docs/decisions/067-second-factor.md

import type { PasskeyResponse } from '@ats/contract/identity/second-factor.ts'
import type { SecondStep } from '@ats/contract/identity/sessions.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { cookieRules, isFromBrowser } from '#features/identity/sessions/sessions.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { hashOf, newSecret } from '#kernel/secrets.ts'
import type { Services } from '#kernel/services.ts'
import { methodsOf } from './factor-queries.ts'
import { requestOptions, usePasskey } from './passkeys.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { isRemembered } from './remembered-devices.ts'
import { useTotpCode } from './totp.ts'

const stepCookie = 'ats_step'
const stepMinutes = 5
const mostTries = 5
/** Log-ins of one person that wait for their second step. */
const mostSteps = 10

type Config = Services['config']
type Exchange = { request: FastifyRequest; reply: FastifyReply }

/**
 * Begins the second step of a sign-in in the transaction that holds the first proof; undefined if the person
 * has no second factor, or wants this browser to skip it. The step belongs to the browser that began it.
 */
export async function beginSecondStep(
  tx: Db,
  config: Config,
  { request, reply }: Exchange,
  { id: userId, directoryId }: { id: Id; directoryId: Id | null },
): Promise<SecondStep | undefined> {
  const methods = await methodsOf(tx, userId)
  if (methods.length === 0 || (await isRemembered(tx, userId, request))) return undefined
  const token = newSecret()
  const cookie = isFromBrowser(request) ? newSecret() : undefined
  const { expiresAt } = await tx
    .insertInto('sign_in_steps')
    .values({
      token_hash: token.hash,
      user_id: userId,
      directory_id: directoryId,
      cookie_hash: cookie?.hash ?? null,
      expires_at: sql<string>`now() + make_interval(mins => ${stepMinutes})`,
    })
    .returning('expires_at as expiresAt')
    .executeTakeFirstOrThrow()
  await sql`delete from sign_in_steps where token_hash in (
    select token_hash from sign_in_steps where user_id = ${userId}
    order by expires_at desc, token_hash offset ${sql.lit(mostSteps)})`.execute(tx)
  if (cookie !== undefined)
    reply.setCookie(stepCookie, cookie.secret, {
      ...{ ...cookieRules(config), path: sessions.login.path, maxAge: stepMinutes * 60 },
    })
  return { token: token.secret, methods, expiresAt }
}

export const forgetStepCookie = (reply: FastifyReply) =>
  reply.clearCookie(stepCookie, { path: sessions.login.path })

/** The step of a token, if it is valid in this browser. */
function isStep(token: string, request: FastifyRequest) {
  const cookie = request.cookies[stepCookie]
  const cookieHash = cookie === undefined ? null : hashOf(cookie)
  return sql<boolean>`token_hash = ${hashOf(token)} and expires_at > now() and tries < ${sql.lit(mostTries)}
    and coalesce(cookie_hash = ${cookieHash}, cookie_hash is null)`
}

export const over = () => new Problem('second-step-over')

/**
 * Counts one try at a step before the proof is examined, so that parallel requests cannot exceed the limit. A
 * try with a passkey also uses up the challenge.
 */
export async function takeTry(db: Db, request: FastifyRequest, token: string, isPasskey: boolean) {
  const { rows } = await sql<{ userId: Id; challenge: string | null }>`
    with step as (
      select token_hash as hash, challenge as taken from sign_in_steps where ${isStep(token, request)} for update)
    update sign_in_steps set tries = tries + 1, challenge = case when ${isPasskey} then null else challenge end
    from step where token_hash = step.hash
    returning user_id as "userId", step.taken as challenge`.execute(db)
  if (rows[0] === undefined) throw over()
  return rows[0]
}

/** Stores a new challenge with the step: the one before no longer counts. */
export async function challengePasskey(db: Db, config: Config, request: FastifyRequest, token: string) {
  const step = await db
    .selectFrom('sign_in_steps')
    .select('user_id as userId')
    .where(isStep(token, request))
    .executeTakeFirst()
  if (step === undefined) throw over()
  const options = await requestOptions(db, config, step.userId)
  const { numUpdatedRows } = await db
    .updateTable('sign_in_steps')
    .set({ challenge: options.challenge })
    .where(isStep(token, request))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw over()
  return options
}

/**
 * Ends the step, and returns the directory that proved its first part: it opens one session at most. A new password
 * has ended it before.
 */
export async function useStep(tx: Db, userId: Id, token: string) {
  const account = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const step = await tx
    .deleteFrom('sign_in_steps')
    .where('token_hash', '=', hashOf(token))
    .returning('directory_id as directoryId')
    .executeTakeFirst()
  if (account === undefined || step === undefined) throw over()
  return step
}

export const endStepsOf = (tx: Db, userId: Id) =>
  tx.deleteFrom('sign_in_steps').where('user_id', '=', userId).execute()

export type Proof = {
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: PasskeyResponse | undefined
}

/** Uses up the proof of a second step; throws if it is wrong or was used before. */
export async function useProof(
  tx: Db,
  config: Config,
  { userId, challenge }: { userId: Id; challenge: string | null },
  { code, recoveryCode, passkey }: Proof,
) {
  if (passkey !== undefined) {
    const isRight =
      challenge !== null && (await usePasskey(tx, config, userId, { response: passkey, challenge }))
    if (!isRight) throw new Problem('passkey-wrong')
    return
  }
  const isRight =
    recoveryCode === undefined
      ? await useTotpCode(tx, config.secret, userId, code ?? '')
      : await useRecoveryCode(tx, userId, recoveryCode)
  if (!isRight) throw new Problem('second-step-wrong')
}
