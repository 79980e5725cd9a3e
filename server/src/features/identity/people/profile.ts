import type { profileChange } from '@ats/contract/identity/users.ts'
import type { z } from 'zod'
import { mustCover } from '#features/identity/roles/authority.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { redraw } from '#kernel/files/images.ts'
import type { Store } from '#kernel/files/store.ts'
import { found } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import { meById, userById, userForUpdate, userInScope } from './user-queries.ts'
import { updateUser } from './users.ts'

const pictureBounds = { width: 256, height: 256, fit: 'cover' } as const

type ProfileChange = Omit<z.infer<typeof profileChange>, 'currentPassword'>

/** Only fields that people may change themselves: never the role, the places or the status. */
export async function updateProfile(
  tx: Db,
  actor: Actor,
  { name, lastname, jobTitle, email, version }: ProfileChange,
) {
  const user = await updateUser(tx, actor, actor.id, { name, lastname, jobTitle, email, version }, undefined)
  const { newEmail = null } = (await meById(tx, actor.id)) ?? {}
  return { ...user, newEmail }
}

/** Stores the image; see `withPictures`. */
export const keepPicture = async (store: Store, image: Uint8Array) =>
  store.put(await redraw(image, pictureBounds), 'webp')

/** Checked before the image is processed, so that nothing is stored without permission, and again when it is set. */
export async function mustBeAllowedPicture(db: Db, actor: Actor, userId: Id) {
  if (userId === actor.id) return
  mustCover(found(await userForUpdate(db, actor, userId), 'user-not-found'))
}

export async function setPicture(tx: Db, actor: Actor, userId: Id, picture: string | null) {
  await mustBeAllowedPicture(tx, actor, userId)
  const own = tx.selectFrom('users').select('picture').where('id', '=', userId).forUpdate()
  const { picture: before } = await own.executeTakeFirstOrThrow()
  if (picture !== before) {
    await tx.updateTable('users').set({ picture }).where('id', '=', userId).execute()
    await record(tx, actor, { action: 'user.picture-changed', kind: 'user', id: userId })
  }
  return { user: found(await userById(tx, userId), 'user-not-found'), before }
}

/** The bytes of one's own image, or of a person in scope. */
export async function pictureOf(db: Db, store: Store, actor: Actor, userId: Id) {
  const user = userId === actor.id ? await userById(db, userId) : await userInScope(db, actor, userId)
  found(user, 'picture-not-found')
  const row = await db.selectFrom('users').select('picture').where('id', '=', userId).executeTakeFirst()
  return found(row?.picture ? await store.get(row.picture) : undefined, 'picture-not-found')
}
