import { passwords } from '@ats/contract/identity/passwords.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import type { FastifyInstance } from 'fastify'
import { demoPeople, demoSignIn } from '#features/identity/demo.ts'
import { enabledDirectories } from '#features/identity/directories/directory-queries.ts'
import { proveByLdap } from '#features/identity/directories/ldap/ldap-sign-in.ts'
import type { Providers } from '#features/identity/directories/oidc/provider.ts'
import { signOutAddress } from '#features/identity/directories/oidc/sign-in.ts'
import { meById } from '#features/identity/people/user-queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { networkOf } from '#kernel/http/address.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { serve } from '#kernel/http/serve.ts'
import { countTry, isWithin, type Limit } from '#kernel/http/throttle.ts'
import { record } from '#kernel/ledger/events.ts'
import { hashOf } from '#kernel/secrets.ts'
import type { Services } from '#kernel/services.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { noteFailedSignIn } from './failed-sign-ins.ts'
import { deviceCookie, knownDevice, setDeviceCookie } from './known-devices.ts'
import { accountByLink, resetMinutes, resetPassword, sendResetLink } from './password-resets.ts'
import { sessionIdOf } from './session-authentication.ts'
import {
  directoryOfSession,
  endSession,
  endSessionsOf,
  forgetCookie,
  sessionOpener,
  sessionsOf,
} from './sessions.ts'
import { changeOwnPassword, provePassword } from './sign-in.ts'

const hour = 60 * 60

export function sessionRoutes(app: FastifyInstance, services: Services, connectTo: Providers) {
  const { db, reads, signInDb, config, sendMail } = services

  serve(app, sessions.settings, async () => ({
    mail: sendMail !== undefined,
    demo: config.demo ? { ...demoSignIn, people: await demoPeople(reads) } : null,
    directories: await enabledDirectories(reads),
  }))

  serve(app, sessions.login, async ({ body }, { request, reply }) => {
    const { secret } = config
    const device = knownDevice(request.cookies[deviceCookie], body.email, secret)
    let user: Id | undefined
    const attempt = {
      ...{ ...body, network: networkOf(request.ip), address: request.ip, device, secret },
      ...{ requestId: request.id, log: request.log },
      onAccount: (id: Id) => {
        user = id
      },
    }
    const signedIn = await provePassword(signInDb, attempt, proveByLdap)
      .then((proven) => completeSignIn({ ...services, db: signInDb }, { request, reply }, proven))
      .catch((error: unknown) => {
        noteFailedSignIn(services, request, { email: body.email, user }, error)
        throw error
      })
    if ('token' in signedIn) setDeviceCookie(config, { request, reply }, body.email)
    return signedIn
  })

  serve(app, sessions.logout, async (_input, { actor, reply }) => {
    const directoryId = await directoryOfSession(db, sessionIdOf(actor))
    await inTransaction(db, (tx) => endOwnSession(tx, actor, sessionIdOf(actor)))
    forgetCookie(reply)
    return { message: 'Logged out.', address: await signOutAddress(services, connectTo, directoryId) }
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
    const network = networkOf(request.ip)
    await countTry(db, config.secret, [{ name: 'reset address', value: network, most: 30, seconds: hour }])
    const isWanted = await isWithin(db, config.secret, mailLimits(body.email.toLowerCase(), network))
    // Not awaited: the response must not take longer for an email that has an account.
    if (sendMail !== undefined && isWanted)
      void sendResetLink(db, sendMail, config.origin, body.email).catch((error: unknown) =>
        request.log.error({ err: error }, 'the reset mail could not be sent'),
      )
    return { message: 'If this email has an account, a link is on its way.' }
  })

  serve(app, passwords.reset, async ({ body }, { request }) => {
    const { token, password } = body
    // Invalid links from the same address never block a valid one.
    const isKnown = (await accountByLink(db, token)) !== undefined
    const guess = { name: 'reset use', value: networkOf(request.ip), most: 30, seconds: hour }
    const own = { name: 'reset link', value: hashOf(token).toString('hex'), most: 30, seconds: hour }
    await countTry(db, config.secret, [isKnown ? own : guess])
    await resetPassword(db, token, password, request.id)
    return { message: 'Password updated successfully!' }
  })
}

/**
 * How many emails an account gets, per address and in total. The window is as long as a link is valid: while
 * no more emails are sent, the links already sent still work.
 */
const mailLimits = (account: string, network: string): Limit[] => [
  { name: 'reset pair', value: `${account} ${network}`, most: 5, seconds: resetMinutes * 60 },
  { name: 'reset account', value: account, most: 10, seconds: resetMinutes * 60 },
]
