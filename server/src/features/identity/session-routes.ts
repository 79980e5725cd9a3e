import { passwords } from '@ats/contract/identity/passwords.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { networkOf } from '#kernel/http/address.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { serve } from '#kernel/http/serve.ts'
import { countTry } from '#kernel/http/throttle.ts'
import { record } from '#kernel/ledger/events.ts'
import type { Services } from '#kernel/services.ts'
import { demoPeople, demoSignIn } from './demo.ts'
import { deviceCookie, deviceDays, knownDevice, rememberDevice } from './known-devices.ts'
import { resetPassword, sendResetLink } from './password-resets.ts'
import { sessionIdOf } from './session-authentication.ts'
import {
  cookieRules,
  endSession,
  endSessionsOf,
  forgetCookie,
  sessionOpener,
  sessionsOf,
} from './sessions.ts'
import { changeOwnPassword, signIn } from './sign-in.ts'
import { meById } from './user-queries.ts'

const hour = 60 * 60

export function sessionRoutes(app: FastifyInstance, services: Services) {
  const { db, reads, config, sendMail } = services

  serve(app, sessions.settings, async () => ({
    mail: sendMail !== undefined,
    demo: config.demo ? { ...demoSignIn, people: await demoPeople(reads) } : null,
  }))

  serve(app, sessions.login, async ({ body }, { request, reply }) => {
    const { secret } = config
    const device = knownDevice(request.cookies[deviceCookie], body.email, secret)
    const attempt = { ...body, network: networkOf(request.ip), device, secret }
    const { token, userId } = await signIn(db, attempt, sessionOpener(services, request, reply), request.id)
    reply.setCookie(deviceCookie, rememberDevice(request.cookies[deviceCookie], body.email, secret), {
      ...cookieRules(config),
      path: sessions.login.path,
      maxAge: deviceDays * 24 * 60 * 60,
    })
    return { token, user: found(await meById(db, userId), 'user-not-found') }
  })

  serve(app, sessions.logout, async (_input, { actor, reply }) => {
    await inTransaction(db, (tx) => endOwnSession(tx, actor, sessionIdOf(actor)))
    forgetCookie(reply)
    return { message: 'Signed out.' }
  })

  serve(app, sessions.me, async (_input, { actor }) => found(await meById(reads, actor.id), 'user-not-found'))

  serve(app, sessions.list, async (_input, { actor }) => ({
    sessions: await sessionsOf(db, actor.id, sessionIdOf(actor), config.sessionIdleMinutes),
  }))

  serve(app, sessions.end, async ({ params }, { actor }) => {
    await inTransaction(db, (tx) => endOwnSession(tx, actor, params.id))
    return { message: 'Session ended.' }
  })

  serve(app, sessions.endOthers, async (_input, { actor }) => {
    await inTransaction(db, async (tx) => {
      await endSessionsOf(tx, actor.id, sessionIdOf(actor))
      await record(tx, actor, { action: 'user.other-sessions-ended', kind: 'user', id: actor.id })
    })
    return { message: 'All other sessions ended.' }
  })
}

async function endOwnSession(tx: Db, actor: Actor, sessionId: Id) {
  if (!(await endSession(tx, actor.id, sessionId))) throw new Problem('session-not-found')
  await record(tx, actor, { action: 'user.session-ended', kind: 'user', id: actor.id })
}

export function passwordRoutes(app: FastifyInstance, services: Services) {
  const { db, config, sendMail } = services

  serve(app, passwords.change, async ({ body }, { actor, request, reply }) => {
    const open = sessionOpener(services, request, reply)
    const token = await changeOwnPassword(db, actor, { ...body, secret: config.secret }, open)
    return { message: 'Password updated successfully!', token }
  })

  serve(app, passwords.forgot, async ({ body }, { request }) => {
    await countTry(db, config.secret, [
      { name: 'reset address', value: networkOf(request.ip), most: 30, seconds: hour },
      { name: 'reset account', value: body.email.toLowerCase(), most: 5, seconds: hour },
    ])
    // Not awaited: the answer must not take longer for an email that has an account.
    if (sendMail !== undefined)
      void sendResetLink(db, sendMail, config.origin, body.email).catch((error: unknown) =>
        request.log.error({ err: error }, 'the reset mail could not be sent'),
      )
    return { message: 'If this email has an account, a link is on its way.' }
  })

  serve(app, passwords.reset, async ({ body }, { request }) => {
    await countTry(db, config.secret, [
      { name: 'reset use', value: networkOf(request.ip), most: 30, seconds: hour },
    ])
    await resetPassword(db, body.token, body.password, request.id)
    return { message: 'Password updated successfully!' }
  })
}
