import type { ReadAnswer } from '@ats/contract/inventories/counting.ts'
import { type RawBuilder, sql } from 'kysely'
import type { InventoryRow } from '#features/inventories/access.ts'
import { isInPlace } from '#features/inventories/review/recompute.ts'
import { expectedPath, whereKnown } from '#features/inventories/review/shown-items.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'

type Where = { id: Id; placeId: Id }
type Row = Omit<ReadAnswer, 'class'> & { kind: string; isInPlace: boolean }

const resultOf = ({ kind, isInPlace: inPlace, ...known }: Row): ReadAnswer => ({
  ...known,
  class: kind === 'unknown' ? 'unknown' : kind === 'expected' && inPlace ? 'found' : 'elsewhere',
})

/**
 * Classifies things for a person in this place; `things` has their tags and items. Each is looked up
 * individually, regardless of the planner's estimates.
 */
async function resultsOf(tx: Db, actor: Actor, { id, placeId }: Where, things: RawBuilder<unknown>) {
  const { rows } = await sql<Row>`
    select thing.tag, item.kind, ${isInPlace} as "isInPlace",
      ${whereKnown(actor, sql`item.label`)} as "assetTagId", ${whereKnown(actor, sql`item.name`)} as "assetName",
      ${expectedPath(actor)} as "belongsTo"
    from (${things}) as thing (tag, item_id)
    cross join lateral (select * from inventory_items
      where (inventory_id, id) = (${id}, thing.item_id) limit 1) as item
    join inventories on inventories.id = item.inventory_id
    join inventory_rooms as seen on seen.inventory_id = item.inventory_id and seen.place_id = ${placeId}
    left join lateral (select ids from inventory_rooms
      where (inventory_id, place_id) = (item.inventory_id, item.expected_place_id) limit 1) as home on true
    order by thing.tag`.execute(tx)
  return rows.map(resultOf)
}

/** A blind inventory only says that a read counts. */
export const countedBlind = (tag: string): ReadAnswer => ({
  ...{ tag, class: 'counted', assetTagId: null, assetName: null, belongsTo: null },
})

type Inventory = Pick<InventoryRow, 'id' | 'blind'>

export const tagResults = async (
  tx: Db,
  actor: Actor,
  { id, blind }: Inventory,
  placeId: Id,
  tags: readonly string[],
) =>
  blind
    ? tags.map(countedBlind)
    : resultsOf(
        tx,
        actor,
        { id, placeId },
        sql`select sent.tag, reads.item_id from unnest(${tags}::text[]) as sent (tag)
          cross join lateral (select item_id from inventory_reads
            where (inventory_id, tag, place_id) = (${id}, sent.tag, ${placeId}) limit 1) as reads`,
      )

type Seen = { label: string; itemId: Id; placeId: Id }

export async function sightingResult(tx: Db, actor: Actor, { id, blind }: Inventory, seen: Seen) {
  const { label, itemId, placeId } = seen
  if (blind) return countedBlind(label)
  const [answer] = await resultsOf(tx, actor, { id, placeId }, sql`values (${label}::text, ${itemId}::uuid)`)
  return answer ?? { ...countedBlind(label), class: 'unknown' as const }
}
