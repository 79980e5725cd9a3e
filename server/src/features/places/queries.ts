import { type Expression, type SqlBool, sql } from 'kysely'
import { type Actor, withinScope } from '#kernel/actor.ts'
import type { Db } from '#kernel/db.ts'

/** A city is seen by whoever was given it or a place in it. */
const isSeenCity = (actor: Actor): Expression<SqlBool> =>
  actor.everywhere ? sql<SqlBool>`true` : sql<SqlBool>`places.id = any(${actor.cities}::uuid[])`

const cities = (db: Db, actor: Actor) =>
  db.selectFrom('places').where('kind', '=', 'city').where(isSeenCity(actor))

export const citiesInScope = (db: Db, actor: Actor) =>
  cities(db, actor)
    .select((row) => ['id as _id', 'name', row.fn<string>('lower', ['name']).as('location')])
    .orderBy(sql`lower(name)`)
    .execute()

export const cityByLocation = (db: Db, actor: Actor, location: string) =>
  cities(db, actor).select(['id', 'name']).where(sql`lower(name)`, '=', location).executeTakeFirst()

export const placesWithIds = (db: Db, actor: Actor, ids: readonly string[]) =>
  db
    .selectFrom('places')
    .select(['id', 'kind', 'city_id as cityId'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(withinScope(actor, 'places'))
    .execute()
