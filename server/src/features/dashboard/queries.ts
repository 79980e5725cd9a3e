import { sql } from 'kysely'
import { assetCounters, topmostPlaces } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { personInScope, withinScope } from '#kernel/scope.ts'

type Counts = { assets: number; deletedAssets: number; mm: number; properties: number; users: number }

/** Exact, from counters and small tables; no asset is read. */
export async function countsInScope(db: Db, actor: Actor, cityId: Id | undefined): Promise<Counts> {
  const inCity = (column: string) => (cityId === undefined ? sql`true` : sql`${sql.ref(column)} = ${cityId}`)
  const { rows } = await sql<Counts>`
    select
      coalesce(sum(live), 0)::bigint as assets,
      coalesce(sum(deleted), 0)::bigint as "deletedAssets",
      (select count(*) from places where kind = 'mm' and ${inCity('places.city_id')} and ${withinScope(actor, 'places')}) as mm,
      (select count(*) from places
        where kind = 'property' and ${inCity('places.city_id')} and ${withinScope(actor, 'places')}) as properties,
      (select count(*) from users
        where deleted_at is null and ${inCity('users.city_id')} and ${personInScope(actor)}) as users
    from places join ${assetCounters(actor)} on asset_counters.place_id = places.id
    where ${topmostPlaces(actor)} and ${inCity('places.city_id')}`.execute(db)
  return rows[0] ?? { assets: 0, deletedAssets: 0, mm: 0, properties: 0, users: 0 }
}
