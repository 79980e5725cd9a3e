import { sql } from 'kysely'
import { type Actor, withinScope } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db.ts'

/** MMs and properties by the city they stand in, and users by their home city. */
export async function countsInScope(db: Db, actor: Actor, cityId: Id | undefined) {
  const city = cityId === undefined ? sql`true` : sql`city.id = ${cityId}`
  const { rows } = await sql<{ mm: number; properties: number; users: number }>`
    with city as (
      select id from places as city where kind = 'city' and ${withinScope(actor, sql`id`)} and ${city}
    ), mm as (
      select places.id from places join city on places.parent_id = city.id
    )
    select
      (select count(*) from mm) as mm,
      (select count(*) from places join mm on places.parent_id = mm.id) as properties,
      (select count(*) from users join city on users.city_id = city.id where users.deleted_at is null) as users
  `.execute(db)
  return rows[0] ?? { mm: 0, properties: 0, users: 0 }
}
