import { type UserChange, users } from '@ats/contract/identity/users.ts'
import { standardSize } from '@ats/contract/paging.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#kernel/actor.ts'
import { type Db, inTransaction } from '#kernel/db/db.ts'
import { pictureReply } from '#kernel/files/images.ts'
import { keepADay, withPictures } from '#kernel/files/picture-files.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { serve } from '#kernel/http/serve.ts'
import { wholeList } from '#kernel/http/whole-list.ts'
import type { Services } from '#kernel/services.ts'
import { hashPassword, refuseWeakPassword } from './passwords.ts'
import { keepPicture, mustBeAllowedPicture, pictureOf, setPicture, updateProfile } from './profile.ts'
import { confirmOwnPassword } from './sign-in.ts'
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

  serve(app, users.update, async ({ params, body }, { actor }) => {
    if (params.id === actor.id) await refuseOwnCredentials(db, actor, body)
    const passwordHash = body.password ? await newPasswordHash(db, params.id, body.password) : undefined
    return inTransaction(db, (tx) => updateUser(tx, actor, params.id, body, passwordHash))
  })

  serve(app, users.remove, async ({ params }, { actor }) => {
    await inTransaction(db, (tx) => deleteUser(tx, actor, params.id))
    return { message: 'User deleted successfully!' }
  })

  profileRoutes(app, services)
  pictureRoutes(app, services)
}

function profileRoutes(app: FastifyInstance, { db, config }: Services) {
  serve(app, users.updateProfile, async ({ body }, { actor }) => {
    const { currentPassword = '', ...change } = body
    const account = await credentialsById(db, actor.id)
    if (change.email !== undefined && change.email !== account?.email)
      await confirmOwnPassword(db, actor, currentPassword, config.secret, 'currentPassword')
    return inTransaction(db, (tx) => updateProfile(tx, actor, change))
  })
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

/** The own email and password change only where the current password is asked for. */
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
