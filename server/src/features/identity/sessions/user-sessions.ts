import { userSessions } from '@ats/contract/identity/user-sessions.ts'
import type { FastifyInstance } from 'fastify'
import { userForUpdate, userInScope } from '#features/identity/people/user-queries.ts'
import { mustCover } from '#features/identity/roles/authority.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { serve } from '#kernel/http/serve.ts'
import { record } from '#kernel/ledger/events.ts'
import type { Services } from '#kernel/services.ts'
import { endSession, endSessionsOf, sessionsOf } from './sessions.ts'

/** Administrators see and end the sessions of people who may do and see no more than they. */
export function userSessionRoutes(app: FastifyInstance, { db, config }: Services) {
  serve(app, userSessions.list, async ({ params: { id } }, { actor }) => {
    refuseOwn(actor, id)
    const { mayChange } = found(await userInScope(db, actor, id), 'user-not-found')
    mustCover({ isCovered: mayChange })
    return { sessions: await sessionsOf(db, id, null, config.sessionIdleMinutes) }
  })

  serve(app, userSessions.end, async ({ params: { id, sessionId } }, { actor }) => {
    await inTransaction(db, async (tx) => {
      await holdUser(tx, actor, id)
      if (!(await endSession(tx, id, sessionId))) throw new Problem('session-not-found')
      await record(tx, actor, { action: 'user.session-ended-by-administrator', kind: 'user', id })
    })
    return { message: 'Session ended.' }
  })

  serve(app, userSessions.endAll, async ({ params: { id } }, { actor }) => {
    await inTransaction(db, async (tx) => {
      await holdUser(tx, actor, id)
      if ((await endSessionsOf(tx, id)) === 0) return
      await record(tx, actor, { action: 'user.all-sessions-ended-by-administrator', kind: 'user', id })
    })
    return { message: 'All sessions ended.' }
  })
}

/** A sign-in locks the same row, so it either ends with the others or begins afterwards. */
async function holdUser(tx: Db, actor: Actor, id: Id) {
  refuseOwn(actor, id)
  mustCover(found(await userForUpdate(tx, actor, id), 'user-not-found'))
}

/** The ledger would name an administrator where a person ended a session of their own. */
function refuseOwn(actor: Actor, id: Id) {
  if (actor.id === id) throw new Problem('own-sessions')
}
