import type { NewUser, User, UserChange } from '@ats/contract/identity/users.ts'
import { sql } from 'kysely'
import {
  keepingAnAdministrator,
  mustBeGrantable,
  mustCover,
  mustStillCover,
} from '#features/identity/roles/authority.ts'
import { roleByName } from '#features/identity/roles/role-queries.ts'
import { forgetFailedSignIns } from '#features/identity/sessions/failed-sign-ins.ts'
import { endSessionsOf } from '#features/identity/sessions/sessions.ts'
import { setPassword } from '#features/identity/sessions/sign-in.ts'
import { cityChosen, placesChosen } from '#features/places/places.ts'
import type { Actor, Who } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { type FieldNow, mustBeVersion, plainFields, raiseVersion } from '#kernel/db/versions.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { difference, record } from '#kernel/ledger/events.ts'
import { endLinksOf } from './account-links.ts'
import { userById, userForUpdate } from './user-queries.ts'

const unknownRole = () => invalid('role', 'role-unknown')

/** A role can be deleted between being chosen and being assigned. */
const refusals = {
  users_email: () => invalid('email', 'email-taken'),
  users_role_id_fkey: unknownRole,
}

/** What the ledger stores about a user. */
const facts = ({ name, lastname, email, jobTitle, role, location, places, status }: User) => ({
  name,
  lastname,
  email,
  jobTitle,
  role,
  location,
  places: places.map((place) => place.path),
  status,
})

/** The same fields, by their names in a change request. */
const fieldsOf = ({
  name,
  lastname,
  email,
  jobTitle,
  status,
  places,
  ...user
}: User): Record<string, FieldNow> => ({
  ...plainFields({ name, lastname, email, jobTitle, status }),
  role: { value: user.role, text: user.roleName },
  location: { value: user.location, text: user.locationName },
  places: { value: places.map(({ _id }) => _id), text: places.map(({ path }) => path).join(', ') },
})

type Account = {
  name: string
  lastname?: string
  email: string
  /** Null until the person sets one with a link; they cannot sign in before. */
  passwordHash: string | null
  /** The person has to change it at the first sign-in. */
  isTemporary?: boolean
  roleId: Id
  cityId: Id
}

/** Inserts the row, its places and its ledger entry; callers check the permission. */
export async function insertUser(
  tx: Db,
  who: Who,
  account: Account,
  placeIds: readonly Id[] = [],
): Promise<User> {
  const { name, lastname = '', email, passwordHash, isTemporary = false, roleId, cityId } = account
  const credentials = { email, password_hash: passwordHash, password_is_temporary: isTemporary }
  const values = { name, lastname, ...credentials, role_id: roleId, city_id: cityId }
  const { id } = await refusing(
    tx
      .insertInto('users')
      .values({ ...values, created_by: who.id })
      .returning('id')
      .executeTakeFirstOrThrow(),
    refusals,
  )
  await givePlaces(tx, id, placeIds)
  const user = found(await userById(tx, id), 'user-not-found')
  await record(tx, who, { action: 'user.created', kind: 'user', id, place: cityId, after: facts(user) })
  return user
}

export async function createUser(
  tx: Db,
  actor: Actor,
  user: Omit<NewUser, 'password'>,
  passwordHash: string | null,
) {
  const role = await roleChosen(tx, actor, user.role)
  const city = await cityChosen(tx, actor, user.location)
  const places = await placesChosen(tx, actor, user.places)
  const isTemporary = passwordHash !== null
  const account = { ...user, passwordHash, isTemporary, roleId: role.id, cityId: city.id }
  const created = await insertUser(tx, actor, account, places)
  await mustStillCover(tx, actor, created._id)
  return created
}

/** The new password arrives hashed: hashing takes long, and no transaction should wait for it. */
export async function updateUser(
  tx: Db,
  actor: Actor,
  id: Id,
  change: UserChange,
  passwordHash: string | undefined,
) {
  const target = found(await userForUpdate(tx, actor, id), 'user-not-found')
  mustCover(target)
  const before = found(await userById(tx, id), 'user-not-found')
  await mustBeVersion(tx, { kind: 'user', id }, change.version, () => fieldsOf(before))
  const role = change.role === undefined ? undefined : await roleChosen(tx, actor, change.role)
  const city = change.location === undefined ? undefined : await cityChosen(tx, actor, change.location)
  const places = change.places && (await placesChosen(tx, actor, change.places))
  if (id === actor.id)
    refuseOwnPowers(target, { roleId: role?.id, cityId: city?.id, places, status: change.status })
  const write = () => writeUser(tx, id, change, { roleId: role?.id, cityId: city?.id, places })
  await (change.role === undefined && change.status === undefined
    ? write()
    : keepingAnAdministrator(tx, write))
  if (!samePlaces(places, target.places)) await raiseVersion(tx, 'users', id)
  await mustStillCover(tx, actor, id)
  if (change.email !== undefined && change.email !== before.email) await endLinksOf(tx, id)
  if (passwordHash !== undefined) await setPassword(tx, actor, id, passwordHash)
  if (change.status === 'disabled') await endSessionsOf(tx, id)
  return recordChange(tx, actor, before, city?.id ?? target.cityId)
}

/** Sets an email that its owner has confirmed. */
export async function changeEmail(tx: Db, who: Who, before: User, email: string) {
  const { city_id: place } = await refusing(
    tx
      .updateTable('users')
      .set({ email })
      .where('id', '=', before._id)
      .returning('city_id')
      .executeTakeFirstOrThrow(),
    { users_email: () => new Problem('email-taken') },
  )
  await endLinksOf(tx, before._id)
  return recordChange(tx, who, before, place)
}

/**
 * Sets role, home city and places as the groups of a directory say. The last administrator keeps their role:
 * a mistake in a directory must not lock everybody out.
 */
export async function followGrant(tx: Db, who: Who, id: Id, grant: { roleId: Id; cityId: Id; places: Id[] }) {
  const now = tx.selectFrom('users').select(['role_id', 'city_id']).where('id', '=', id)
  const { role_id, city_id } = await now.executeTakeFirstOrThrow()
  const before = found(await userById(tx, id), 'user-not-found')
  const hasPlaces = samePlaces(
    grant.places,
    before.places.map(({ _id }) => _id),
  )
  if (role_id === grant.roleId && city_id === grant.cityId && hasPlaces) return
  await sql`savepoint before_grant`.execute(tx)
  try {
    await keepingAnAdministrator(tx, () => writeUser(tx, id, {}, grant))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'last-administrator') throw error
    await sql`rollback to savepoint before_grant`.execute(tx)
    return
  }
  if (!hasPlaces) await raiseVersion(tx, 'users', id)
  await recordChange(tx, who, before, grant.cityId)
}

type Powers = {
  roleId: Id | undefined
  cityId: Id | undefined
  places: Id[] | undefined
  status?: User['status'] | undefined
}

const samePlaces = (wanted: readonly Id[] | undefined, given: readonly Id[]) =>
  wanted === undefined || wanted.toSorted().join() === given.toSorted().join()

function refuseOwnPowers(own: { roleId: Id; cityId: Id; places: Id[]; status: string }, to: Powers) {
  const same = (wanted: string | undefined, is: string) => wanted === undefined || wanted === is
  if (
    !same(to.roleId, own.roleId) ||
    !same(to.cityId, own.cityId) ||
    !same(to.status, own.status) ||
    !samePlaces(to.places, own.places)
  )
    throw new Problem('own-powers')
}

async function writeUser(tx: Db, id: Id, change: UserChange, { roleId, cityId, places }: Powers) {
  const { name, lastname, email, jobTitle, status } = change
  const given = Object.entries({
    name,
    lastname,
    email,
    job_title: jobTitle,
    status,
    role_id: roleId,
    city_id: cityId,
  }).filter(([, value]) => value !== undefined)
  if (given.length > 0)
    await refusing(
      tx.updateTable('users').set(Object.fromEntries(given)).where('id', '=', id).execute(),
      refusals,
    )
  if (places !== undefined) await givePlaces(tx, id, places)
}

export async function givePlaces(tx: Db, userId: Id, placeIds: readonly Id[]) {
  await tx.deleteFrom('user_places').where('user_id', '=', userId).execute()
  if (placeIds.length === 0) return
  await sql`insert into user_places (user_id, place_id) select ${userId}, unnest(${placeIds}::uuid[])`.execute(
    tx,
  )
}

/** Writes the real changes to the ledger, and returns the user as it is now. */
async function recordChange(tx: Db, who: Who, before: User, place: Id) {
  const after = found(await userById(tx, before._id), 'user-not-found')
  const changes = difference(facts(before), facts(after))
  if (changes !== undefined)
    await record(tx, who, {
      action: 'user.changed',
      kind: 'user',
      id: after._id,
      place,
      version: after.version,
      ...changes,
    })
  return after
}

export async function deleteUser(tx: Db, actor: Actor, id: Id) {
  const target = found(await userForUpdate(tx, actor, id), 'user-not-found')
  if (id === actor.id) throw new Problem('own-deletion')
  mustCover(target)
  const before = facts(found(await userById(tx, id), 'user-not-found'))
  await keepingAnAdministrator(tx, () =>
    tx.updateTable('users').set({ deleted_at: sql`now()` }).where('id', '=', id).execute(),
  )
  await endSessionsOf(tx, id)
  await endLinksOf(tx, id)
  await forgetFailedSignIns(tx, id)
  await record(tx, actor, { action: 'user.deleted', kind: 'user', id, place: target.cityId, before })
}

/** The role chosen in a form, if the actor may grant it. */
async function roleChosen(tx: Db, actor: Actor, name: string) {
  const role = await roleByName(tx, name)
  if (role === undefined) throw unknownRole()
  mustBeGrantable(actor, role)
  return role
}
