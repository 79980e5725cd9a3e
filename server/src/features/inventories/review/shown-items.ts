import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { inPlaces, withinScope } from '#kernel/scope.ts'

/** The name and place of an unexpected item are only visible to people who may see the asset. `item` is the row. */
export const mayKnowAsset = (actor: Actor) =>
  sql<boolean>`(item.kind = 'expected' or ${
    actor.everywhere
      ? sql`true`
      : sql`exists (select from assets where assets.id = item.asset_id and ${withinScope(actor, 'assets')})`
  })`

/** Leaves out assets in a place that the actor counts blind by now. */
export const notWithheld = ({ withheld }: Actor): RawBuilder<unknown>[] =>
  withheld === null
    ? []
    : [
        sql`not exists (select from assets where assets.id = item.asset_id and ${inPlaces(withheld, 'assets')})`,
      ]

/** True for rooms of an inventory, as `room`, that the actor does not count blind in another inventory. */
export const isShownRoom = ({ withheld }: Actor) =>
  withheld === null ? sql`true` : sql`not room.ids && ${Object.values(withheld).flat()}::uuid[]`

export const whereKnown = <T>(actor: Actor, value: RawBuilder<T>) =>
  sql<T | null>`case when ${mayKnowAsset(actor)} then ${value} end`

/** The path of a place of the inventory; `inventories` is the row of the inventory. */
export const pathIn = (placeId: string) => sql<string[] | null>`(select inventories.place_names || room.names
  from inventory_rooms as room
  where room.inventory_id = item.inventory_id and room.place_id = ${sql.ref(placeId)})`

/** The name of a fixed reader, for people who see where it is installed: it may see into a room from outside. */
export const readerName = (actor: Actor, readerId: RawBuilder<unknown>) => sql<string | null>`(
  select readers.name from readers join places on places.id = readers.place_id
  where readers.id = ${readerId} and ${withinScope(actor, 'places')})`

/** Where an item is registered, or was when counting started. */
export const expectedPath = (actor: Actor) =>
  whereKnown(actor, sql<string[]>`coalesce(item.expected_names, ${pathIn('item.expected_place_id')})`)

/** The owner of an investigation, or the asset that a resolution names, if the actor may see that asset. */
export const nameIn = (actor: Actor, resolution: RawBuilder<unknown>) => sql<string | null>`coalesce(
  (select full_name from users where users.id = (${resolution} ->> 'ownerId')::uuid),
  (select asset_tag_id(assets.number) from assets where assets.id = (${resolution} ->> 'assetId')::uuid
    and ${withinScope(actor, 'assets')}))`
