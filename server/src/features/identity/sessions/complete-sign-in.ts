import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { meById } from '#features/identity/people/user-queries.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { found } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import type { Services } from '#kernel/services.ts'
import { forgetFailedSignIns } from './failed-sign-ins.ts'
import { sessionOpener } from './sessions.ts'

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** An account whose owner has proven who they are. */
export type Proven = {
  id: Id
  /** Locks the account and checks in the same transaction that the proof is still valid. */
  hold: (tx: Db) => Promise<void>
}

/** Opens a session: the last step of every way to sign in. */
export async function completeSignIn(services: Services, { request, reply }: Exchange, { id, hold }: Proven) {
  const open = sessionOpener(services, request, reply)
  const token = await inTransaction(services.db, async (tx) => {
    await hold(tx)
    await forgetFailedSignIns(tx, id)
    await tx.updateTable('users').set({ last_sign_in_at: sql`now()` }).where('id', '=', id).execute()
    await record(tx, { id, requestId: request.id }, { action: 'user.signed-in', kind: 'user', id })
    return open(tx, id)
  })
  services.signIns.succeeded += 1
  return { token, user: found(await meById(services.db, id), 'user-not-found') }
}
