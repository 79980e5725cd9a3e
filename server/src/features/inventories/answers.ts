import type { ReadAnswer } from '@ats/contract/inventories/counting.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import type { InventoryRow } from './access.ts'
import { isInPlace } from './recompute.ts'
import { expectedPath, whereKnown } from './shown-items.ts'

type Row = Omit<ReadAnswer, 'class'> & { kind: string; isInPlace: boolean }

const answerOf = ({ kind, isInPlace: inPlace, ...known }: Row): ReadAnswer => ({
  ...known,
  class: kind === 'unknown' ? 'unknown' : kind === 'expected' && inPlace ? 'found' : 'elsewhere',
})

/** What things are to whoever stands in this place; `things` has their tags and their items. */
async function answersAbout(tx: Db, actor: Actor, placeId: Id, things: RawBuilder<unknown>) {
  const { rows } = await sql<Row>`
    select thing.tag, item.kind, ${isInPlace} as "isInPlace",
      ${whereKnown(actor, sql`item.label`)} as "assetTagId", ${whereKnown(actor, sql`item.name`)} as "assetName",
      ${expectedPath(actor)} as "belongsTo"
    from (${things}) as thing (tag, item_id) join inventory_items as item on item.id = thing.item_id
    join inventories on inventories.id = item.inventory_id
    join inventory_rooms as seen on seen.inventory_id = item.inventory_id and seen.place_id = ${placeId}
    left join inventory_rooms as home
      on (home.inventory_id, home.place_id) = (item.inventory_id, item.expected_place_id)
    order by thing.tag`.execute(tx)
  return rows.map(answerOf)
}

/** A blind inventory says of everything that is read only that it counts. */
const countedBlind = (tag: string): ReadAnswer => ({
  ...{ tag, class: 'counted', assetTagId: null, assetName: null, belongsTo: null },
})

type Inventory = Pick<InventoryRow, 'id' | 'blind'>

export const answersToTags = async (
  tx: Db,
  actor: Actor,
  { id, blind }: Inventory,
  placeId: Id,
  tags: readonly string[],
) =>
  blind
    ? tags.map(countedBlind)
    : answersAbout(
        tx,
        actor,
        placeId,
        sql`select tag, item_id from inventory_reads
          where inventory_id = ${id} and place_id = ${placeId} and tag = any(${tags}::text[])`,
      )

type Seen = { label: string; itemId: Id; placeId: Id }

export async function answerToSighting(tx: Db, actor: Actor, { blind }: Inventory, seen: Seen) {
  const { label, itemId, placeId } = seen
  if (blind) return countedBlind(label)
  const [answer] = await answersAbout(tx, actor, placeId, sql`values (${label}::text, ${itemId}::uuid)`)
  return answer ?? { ...countedBlind(label), class: 'unknown' as const }
}
