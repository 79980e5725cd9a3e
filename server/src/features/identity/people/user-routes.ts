import { emailChanges } from '@ats/contract/identity/email-changes.ts'
import { type UserChange, users } from '@ats/contract/identity/users.ts'
import { standardSize } from '@ats/contract/paging.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hashPassword, refuseWeakPassword } from '#features/identity/sessions/passwords.ts'
import { confirmOwnPassword } from '#features/identity/sessions/sign-in.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, inTransaction } from '#kernel/db/db.ts'
import { pictureReply } from '#kernel/files/images.ts'
import { keepADay, withPictures } from '#kernel/files/picture-files.ts'
import { networkOf } from '#kernel/http/address.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { serve } from '#kernel/http/serve.ts'
import { countTry } from '#kernel/http/throttle.ts'
import { wholeList } from '#kernel/http/whole-list.ts'
import type { Services } from '#kernel/services.ts'
import {
  completeEmailChange,
  emailChangeByToken,
  mailOldAddress,
  requestEmailChange,
} from './email-changes.ts'
import { removePersonalData } from './personal-data-removal.ts'
import { keepPicture, mustBeAllowedPicture, pictureOf, setPicture, updateProfile } from './profile.ts'
import { credentialsById, inCity, userInScope, userPage } from './user-queries.ts'
import { createUser, deleteUser, updateUser } from './users.ts'

export function userRoutes(app: FastifyInstance, services: Services) {
  const { db } = services

  serve(app, users.register, async ({ body }, { actor }) => {
    refuseWeakPassword(body.password, body)
    const passwordHash = await hashPassword(body.password)
    const user = await inTransaction(db, (tx) => createUser(tx, actor, body, passwordHash))
    return { user, message: `User "${user.name}" created successfully!` }
  })

  serve(app, users.list, async ({ query: { cursor, size, ...filter } }, { actor, ...call }) => {
    const chosen = await inCity(db, actor, filter)
    if (cursor !== undefined || size !== undefined)
      return userPage(db, actor, chosen, { cursor, size: size ?? standardSize })
    const page = async (at: string | undefined, most: number) => {
      const { users: rows, next } = await userPage(db, actor, chosen, { cursor: at, size: most })
      return { rows, next }
    }
    return wholeList(services, { app, actor, ...call }, { name: 'users', filter, page })
  })

  serve(app, users.get, async ({ params }, { actor }) =>
    found(await userInScope(db, actor, params.id), 'user-not-found'),
  )

  serve(app, users.update, async ({ params, body }, { actor, request }) => {
    if (params.id === actor.id) await refuseOwnCredentials(db, actor, body)
    const passwordHash = body.password ? await newPasswordHash(db, params.id, body.password) : undefined
    const before = await credentialsById(db, params.id)
    const user = await inTransaction(db, (tx) => updateUser(tx, actor, params.id, body, passwordHash))
    if (before !== undefined && before.email !== user.email)
      tellOldAddress(services, request, before, { to: user.email, isDone: true })
    return user
  })

  serve(app, users.remove, async ({ params }, { actor }) => {
    await inTransaction(db, (tx) => deleteUser(tx, actor, params.id))
    return { message: 'User deleted successfully!' }
  })

  serve(app, users.removePersonalData, async ({ params }, { actor }) => {
    const { job, picture } = await inTransaction(db, (tx) =>
      removePersonalData(tx, services.jobs, actor, params.id),
    )
    if (picture !== null) await services.store.remove(picture)
    return { job, message: 'The personal data is being removed.' }
  })

  profileRoutes(app, services)
  pictureRoutes(app, services)
}

const hour = 60 * 60

function profileRoutes(app: FastifyInstance, services: Services) {
  const { db, config, sendMail } = services

  serve(app, users.updateProfile, async ({ body }, { actor, request }) => {
    const { currentPassword = '', email, ...details } = body
    const account = found(await credentialsById(db, actor.id), 'user-not-found')
    if (email === undefined || email === account.email)
      return inTransaction(db, (tx) => updateProfile(tx, actor, details))
    await confirmOwnPassword(db, actor, currentPassword, config.secret, 'currentPassword')
    if (sendMail === undefined) {
      // Nothing proves that the address is theirs, so only people who may set the email of others may do this.
      if (!actor.permissions.includes('user-management')) throw invalid('email', 'email-needs-administrator')
      return inTransaction(db, (tx) => updateProfile(tx, actor, { ...details, email }))
    }
    await countTry(db, config.secret, [{ name: 'email change', value: actor.id, most: 10, seconds: hour }])
    await requestEmailChange(db, sendMail, config.origin, { owner: account, email }).catch(notSent(request))
    tellOldAddress(services, request, account, { to: email, isDone: false })
    return inTransaction(db, (tx) => updateProfile(tx, actor, details))
  })

  serve(app, emailChanges.complete, async ({ body }, { request }) => {
    const isKnown = await emailChangeByToken(db, body.token).executeTakeFirst()
    if (isKnown === undefined)
      await countTry(db, config.secret, [
        { name: 'email link', value: networkOf(request.ip), most: 30, seconds: hour },
      ])
    await completeEmailChange(db, body.token, request.id)
    return { message: 'Your new email is confirmed.' }
  })
}

const notSent = (request: FastifyRequest) => (error: unknown) => {
  if (error instanceof Problem) throw error
  request.log.error({ err: error }, 'the mail to confirm an email could not be sent')
  throw new Problem('email-not-sent')
}

/** Not awaited: the change takes effect even if the old address no longer accepts email. */
function tellOldAddress(
  { sendMail }: Services,
  request: FastifyRequest,
  owner: { name: string; email: string },
  change: { to: string; isDone: boolean },
) {
  if (sendMail !== undefined)
    void mailOldAddress(sendMail, owner, change).catch((error: unknown) =>
      request.log.error({ err: error }, 'the old address could not be told of a new email'),
    )
}

function pictureRoutes(app: FastifyInstance, services: Services) {
  const { db, store } = services
  const put = async (actor: Actor, userId: string, picture: string | null) => {
    const { user, before } = await inTransaction(db, (tx) => setPicture(tx, actor, userId, picture))
    await keepADay(store, [before])
    return user
  }
  const draw = async (actor: Actor, userId: string, image: Uint8Array) =>
    withPictures(services, { picture: await keepPicture(store, image) }, ({ picture }) =>
      put(actor, userId, picture),
    )

  serve(app, users.setPicture, async ({ params, image }, { actor }) => {
    await mustBeAllowedPicture(db, actor, params.id)
    return draw(actor, params.id, image)
  })

  serve(app, users.setMyPicture, ({ image }, { actor }) => draw(actor, actor.id, image))

  serve(app, users.removeMyPicture, (_input, { actor }) => put(actor, actor.id, null))

  serve(app, users.picture, async ({ params }, { actor }) =>
    pictureReply(await pictureOf(db, store, actor, params.id)),
  )
}

/** One's own email and password can only be changed with the current password. */
async function refuseOwnCredentials(db: Db, actor: Actor, { email, password = '' }: UserChange) {
  const account = await credentialsById(db, actor.id)
  if (password !== '' || (email !== undefined && email !== account?.email))
    throw new Problem('own-credentials')
}

async function newPasswordHash(db: Db, userId: string, password: string) {
  const account = await credentialsById(db, userId)
  refuseWeakPassword(password, account ?? { name: '', email: '' })
  return hashPassword(password)
}
