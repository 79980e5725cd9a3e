import type { SignedIn } from '@ats/contract/identity/sessions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { credentialsById } from '#features/identity/people/user-queries.ts'
import { openSession, signedInWith } from '#features/identity/sessions/complete-sign-in.ts'
import { noteFailedSignIn, rememberFailedSignIn } from '#features/identity/sessions/failed-sign-ins.ts'
import { setDeviceCookie } from '#features/identity/sessions/known-devices.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { countTry, type Limit, takeBackTry } from '#kernel/http/throttle.ts'
import { record } from '#kernel/ledger/events.ts'
import type { Services } from '#kernel/services.ts'
import { rememberBrowser } from './remembered-devices.ts'
import { forgetStepCookie, over, type Proof, takeTry, useProof, useStep } from './second-step.ts'

type Exchange = { request: FastifyRequest; reply: FastifyReply }
type Given = Proof & { token: string; remember: boolean }

const quarterHour = 15 * 60
const day = 24 * 60 * 60

/**
 * Somebody who knows the password can begin any number of steps, so the codes of an account are limited as a
 * whole. Recovery codes and passkeys cannot be guessed and have their own limit: an attacker who uses up the
 * codes does not lock the owner out.
 */
export const limitsOf = (userId: Id, { code }: Proof): Limit[] =>
  code === undefined
    ? [{ name: 'second step', value: userId, most: 30, seconds: quarterHour }]
    : [
        { name: 'second step code', value: userId, most: 10, seconds: quarterHour },
        { name: 'second step codes', value: userId, most: 50, seconds: day },
      ]

/** Opens the session of a sign-in whose second step is proven. */
export async function completeSecondStep(
  services: Services,
  exchange: Exchange,
  { token, remember, ...proof }: Given,
): Promise<SignedIn> {
  const { db, config } = services
  const { request, reply } = exchange
  const step = await takeTry(db, request, token, proof.passkey !== undefined).catch((error: unknown) => {
    noteFailedSignIn(services, request, {}, error)
    throw error
  })
  const account = await credentialsById(db, step.userId)
  if (account === undefined) throw over()
  const { id, email } = account
  const limits = limitsOf(id, proof)
  const open = async (tx: Db) => {
    const { directoryId } = await useStep(tx, id, token)
    await useProof(tx, config, step, proof)
    await recordUse(tx, services, exchange, { id, remember, ...proof })
    return openSession(tx, services, exchange, { id, directoryId })
  }
  try {
    await countTry(db, config.secret, limits)
    const session = await inTransaction(db, open)
    await takeBackTry(db, config.secret, limits)
    setDeviceCookie(config, exchange, email)
    forgetStepCookie(reply)
    return await signedInWith(services, exchange, id, session)
  } catch (error) {
    if (isWrong(error)) await rememberFailedSignIn(db, id, request.ip)
    noteFailedSignIn(services, request, { email, user: id }, error)
    throw error
  }
}

const isWrong = (error: unknown) =>
  error instanceof Problem && ['second-step-wrong', 'passkey-wrong'].includes(error.code)

async function recordUse(
  tx: Db,
  { config }: Services,
  exchange: Exchange,
  { id, remember, recoveryCode }: Proof & { id: Id; remember: boolean },
) {
  const who = { id, requestId: exchange.request.id }
  if (recoveryCode !== undefined)
    await record(tx, who, { action: 'user.recovery-code-used', kind: 'user', id })
  if (remember && (await rememberBrowser(tx, config, exchange, id)))
    await record(tx, who, { action: 'user.device-remembered', kind: 'user', id })
}
