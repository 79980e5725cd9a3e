import type { SecondStep, SignedIn } from '@ats/contract/identity/sessions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { meById } from '#features/identity/people/user-queries.ts'
import { beginSecondStep } from '#features/identity/second-factor/second-step.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { found } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import { noteSecurity } from '#kernel/security/security.ts'
import type { Services } from '#kernel/services.ts'
import { forgetFailedSignIns } from './failed-sign-ins.ts'
import { sessionOpener } from './sessions.ts'

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** An account whose owner has proven who they are. */
export type Proven = {
  id: Id
  /** Locks the account and checks in the same transaction that the proof is still valid. */
  hold: (tx: Db) => Promise<void>
  /** The provider that has proven it, whose own session ends with ours. */
  directoryId?: Id | null
}

/**
 * The last step of every way to sign in: opens a session, or begins the second step if the person has a second
 * factor.
 */
export async function completeSignIn(
  services: Services,
  exchange: Exchange,
  { id, hold, directoryId = null }: Proven,
): Promise<SignedIn | { secondStep: SecondStep }> {
  const outcome = await inTransaction(services.db, async (tx) => {
    await hold(tx)
    const secondStep = await beginSecondStep(tx, services.config, exchange, { id, directoryId })
    return secondStep === undefined
      ? { token: await openSession(tx, services, exchange, { id, directoryId }) }
      : { secondStep }
  })
  return outcome.secondStep === undefined
    ? signedInWith(services, exchange, id, outcome.token)
    : { secondStep: outcome.secondStep }
}

/** Opens the session of a person who has proven everything; the caller has locked the account. */
export async function openSession(
  tx: Db,
  services: Services,
  { request, reply }: Exchange,
  { id, directoryId }: { id: Id; directoryId: Id | null },
) {
  await forgetFailedSignIns(tx, id)
  await tx.updateTable('users').set({ last_sign_in_at: sql`now()` }).where('id', '=', id).execute()
  await record(tx, { id, requestId: request.id }, { action: 'user.signed-in', kind: 'user', id })
  return sessionOpener(services, request, reply)(tx, id, directoryId)
}

export async function signedInWith(
  services: Services,
  { request }: Exchange,
  id: Id,
  token: string,
): Promise<SignedIn> {
  services.signIns.succeeded += 1
  noteSecurity(services, request, { kind: 'signed-in', account: { id } })
  return { token, user: found(await meById(services.db, id), 'user-not-found') }
}
