import { sql } from 'kysely'
import { type Actor, withinScope } from '#kernel/actor.ts'
import type { Db } from '#kernel/db.ts'

export const citiesInScope = (db: Db, actor: Actor) =>
  db
    .selectFrom('places')
    .select((row) => ['id as _id', 'name', row.fn<string>('lower', ['name']).as('location')])
    .where('kind', '=', 'city')
    .where((row) => withinScope(actor, row.ref('id')))
    .orderBy(sql`lower(name)`)
    .execute()

export const cityByLocation = (db: Db, actor: Actor, location: string) =>
  db
    .selectFrom('places')
    .select(['id', 'name'])
    .where('kind', '=', 'city')
    .where(sql`lower(name)`, '=', location)
    .where((row) => withinScope(actor, row.ref('id')))
    .executeTakeFirst()

export const placesInScopeByIds = (db: Db, actor: Actor, ids: readonly string[]) =>
  db
    .selectFrom('places')
    .select('id')
    .where('id', 'in', ids.length === 0 ? [null] : ids)
    .where((row) => withinScope(actor, row.ref('id')))
    .execute()
