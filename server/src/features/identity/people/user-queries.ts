import type { Me } from '@ats/contract/identity/sessions.ts'
import type { ShownUser, User, UserFilter } from '@ats/contract/identity/users.ts'
import type { Permission } from '@ats/contract/permissions.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import { mustFirst } from '#features/identity/actors.ts'
import { isCoveredBy } from '#features/identity/roles/authority.ts'
import { hasSecondFactor } from '#features/identity/second-factor/factor-queries.ts'
import { failedSignIns } from '#features/identity/sessions/failed-sign-ins.ts'
import { cityNamed, placeIds, placeNames, placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { containsWords } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { pageByKey } from '#kernel/db/paging.ts'
import { personInScope, placesCountedBlind, withinScope } from '#kernel/scope.ts'

const isThere = sql<SqlBool>`users.deleted_at is null`

const users = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .innerJoin('places as city', 'city.id', 'users.city_id')
    .leftJoin('users as creator', 'creator.id', 'users.created_by')
    .where(isThere)

/** All places a user was given, or only those that an actor may see. */
export const placesGiven = (which: Expression<SqlBool>) => sql<User['places']>`(
  select coalesce(json_agg(json_build_object('_id', places.id, 'name', places.name, 'kind', places.kind,
    'path', ${placePath}, 'names', ${placeNames}, 'ids', ${placeIds}) order by lower(places.name), places.id), '[]')
  from user_places g join places on places.id = g.place_id where g.user_id = users.id and ${which}
)`

const picturePath = sql<string | null>`
  '/api/v1/users/' || users.id || '/picture?v=' || left(users.picture, 8)`

const withColumns = (query: ReturnType<typeof users>, places: Expression<SqlBool> = sql`true`) =>
  query.select((row) => [
    'users.id as _id',
    'users.number',
    'users.name',
    'users.lastname',
    'users.email',
    'users.job_title as jobTitle',
    row.fn<string>('lower', ['roles.name']).as('role'),
    'roles.name as roleName',
    row.fn<string>('lower', ['city.name']).as('location'),
    'city.name as locationName',
    placesGiven(places).as('places'),
    'users.status',
    picturePath.as('picture'),
    'users.created_at as createdAt',
    'creator.full_name as createdBy',
    'users.last_sign_in_at as lastSignInAt',
    'users.version',
  ])

export const userById = (db: Db, id: Id): Promise<User | undefined> =>
  withColumns(users(db)).where('users.id', '=', id).executeTakeFirst()

const newEmail = sql<string | null>`(select email_changes.email from email_changes
  where email_changes.user_id = users.id and email_changes.expires_at > now())`.as('newEmail')

const countsBlind = sql<Me['countsBlind']>`(
  select coalesce(json_agg(json_build_object('_id', blind.id, 'name', blind.name, 'inventoryId', blind.readable_id)
    order by lower(blind.name), blind.readable_id), '[]')
  from (${placesCountedBlind(sql`users.id`)}) as blind)`.as('countsBlind')

/** A user with their rights, as they see themselves. */
export const meById = (db: Db, id: Id): Promise<Me | undefined> =>
  withColumns(users(db))
    .select([
      sql<Permission[]>`roles.permissions`.as('permissions'),
      'roles.everywhere',
      newEmail,
      mustFirst('users').as('mustFirst'),
      countsBlind,
    ])
    .where('users.id', '=', id)
    .executeTakeFirst()

/** A user as the actor sees them, and whether the actor may change them. */
const asSeenBy = (query: ReturnType<typeof users>, actor: Actor) =>
  withColumns(query, withinScope(actor, 'places')).select(
    isCoveredBy(actor).$castTo<boolean>().as('mayChange'),
  )

export const userInScope = (db: Db, actor: Actor, id: Id): Promise<ShownUser | undefined> =>
  asSeenBy(users(db), actor)
    .select([failedSignIns, hasSecondFactor(sql`users.id`).$castTo<boolean>().as('secondFactor')])
    .where('users.id', '=', id)
    .where(personInScope(actor))
    .executeTakeFirst()

/** What decides whether the actor may change a user; the row is locked until the end of the transaction. */
export const userForUpdate = (tx: Db, actor: Actor, id: Id) =>
  tx
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(({ selectFrom }) => [
      'users.id',
      'users.name',
      'users.email',
      'users.city_id as cityId',
      'users.role_id as roleId',
      'users.status',
      isCoveredBy(actor).as('isCovered'),
      sql<
        Id[]
      >`array(${selectFrom('user_places').select('place_id').whereRef('user_id', '=', 'users.id')})`.as(
        'places',
      ),
    ])
    .where('users.id', '=', id)
    .where(isThere)
    .where(personInScope(actor))
    .forUpdate('users')
    .executeTakeFirst()

export const orders: Record<UserFilter['sort'], Expression<string>> = {
  name: sql<string>`lower(users.name)`,
  email: sql<string>`lower(users.email)`,
  role: sql<string>`lower(roles.name)`,
  location: sql<string>`lower(city.name)`,
  status: sql<string>`users.status`,
  lastSignInAt: sql<string>`coalesce(users.last_sign_in_at, '-infinity')`,
  createdAt: sql<string>`users.created_at`,
}

type ResolvedFilter = Pick<UserFilter, 'search' | 'status' | 'sort' | 'direction'> & {
  cityId: Id | undefined
}

export function usersQuery(db: Db, actor: Actor, { search, status, cityId }: ResolvedFilter) {
  return users(db)
    .where(personInScope(actor))
    .$if(cityId !== undefined, (query) => query.where('users.city_id', '=', cityId as Id))
    .$if(status !== undefined, (query) => query.where('users.status', '=', status as 'active'))
    .$if(search !== '', (query) =>
      query
        .modifyFront(sql.raw(unprepared))
        .where(
          containsWords(
            sql`concat_ws(' ', users.name, users.lastname, users.email, roles.name, users.number, users.id)`,
            search,
          ),
        ),
    )
}

export async function countOf(filter: ReturnType<typeof usersQuery>) {
  const { count } = await filter
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A filter with its city resolved; a city out of scope is treated like an unknown one. */
export async function inCity<F extends { location?: string | undefined }>(db: Db, actor: Actor, filter: F) {
  const city = filter.location === undefined ? undefined : await cityNamed(db, actor, filter.location)
  return { ...filter, cityId: city?.id }
}

export async function userPage(
  db: Db,
  actor: Actor,
  filter: ResolvedFilter,
  page: { cursor?: string | undefined; size: number },
) {
  const order = {
    name: filter.sort,
    by: orders[filter.sort],
    id: sql<string>`users.id`,
    direction: filter.direction,
  }
  const people = usersQuery(db, actor, filter)
  const { rows, ...rest } = await pageByKey(asSeenBy(people, actor), order, page, () => countOf(people))
  return { users: rows.map(({ sortKey: _key, sortId: _id, ...user }) => user), ...rest }
}

const credentials = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'status', 'password_hash as passwordHash'])
    .where('deleted_at', 'is', null)

export const credentialsByEmail = (db: Db, email: string) =>
  credentials(db).where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst()

export const credentialsById = (db: Db, id: Id) => credentials(db).where('id', '=', id).executeTakeFirst()
