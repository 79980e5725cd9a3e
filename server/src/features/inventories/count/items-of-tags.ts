import { type RawBuilder, sql } from 'kysely'
import { placeNames } from '#features/places/places.ts'
import type { Db, Id } from '#kernel/db/db.ts'

// The planner assumes that an inventory is empty as long as the statistics do not include it, and may choose any index
// of its items. So every lookup here is for all tags at once: at worst it reads the items of the inventory once, and not
// once for each tag.

/** The item that each tag belongs to. Only a tag that nobody knows has an unknown item, which has that tag. */
export type ItemsOfTags = ReadonlyMap<string, { id: Id; isUnknown: boolean }>

/** The asset that carries a tag, or the last one that carried it before it was deleted; each has its own index. */
const holderOf = (tag: RawBuilder<unknown>) => sql`(
  select id from (
    (select id, deleted_at from assets where upper(rfid_tag) = ${tag} and deleted_at is null)
    union all
    (select id, deleted_at from assets where upper(rfid_tag) = ${tag} and deleted_at is not null
      order by deleted_at desc, id limit 1)
  ) as holders order by deleted_at desc nulls first limit 1)`

type Found = { tag: string; id: Id; isUnknown: boolean }
type Lookup = (tx: Db, id: Id, tags: readonly string[]) => Promise<Found[]>

const byOwnTag: Lookup = async (tx, id, tags) => {
  const { rows } = await sql<Found>`select tag, id, kind = 'unknown' as "isUnknown" from inventory_items
    where inventory_id = ${id} and tag = any(${tags}::text[])`.execute(tx)
  return rows
}

const byEarlierReads: Lookup = async (tx, id, tags) => {
  const { rows } = await sql<Found>`select distinct on (tag) tag, item_id as id, false as "isUnknown"
    from inventory_reads where inventory_id = ${id} and tag = any(${tags}::text[])
    order by tag, place_id`.execute(tx)
  return rows
}

/** An asset that got another tag since counting started. */
const byHolder: Lookup = async (tx, id, tags) => {
  const { rows: holders } = await sql<{ tag: string; asset: Id }>`select sent.tag, holder.id as asset
    from unnest(${tags}::text[]) as sent (tag) cross join lateral ${holderOf(sql`sent.tag`)} as holder`.execute(
    tx,
  )
  const assets = holders.map(({ asset }) => asset)
  const { rows } = await sql<{ asset: Id; id: Id }>`select asset_id as asset, id from inventory_items
    where inventory_id = ${id} and kind = 'expected' and asset_id = any(${assets}::uuid[])`.execute(tx)
  const items = new Map(rows.map((row) => [row.asset, row.id]))
  return holders.flatMap(({ tag, asset }) => {
    const item = items.get(asset)
    return item === undefined ? [] : { tag, id: item, isUnknown: false }
  })
}

/** Later lookups only run for tags that earlier ones did not find. */
async function foundItems(tx: Db, id: Id, tags: readonly string[], lookups: readonly Lookup[]) {
  const items = new Map<string, Omit<Found, 'tag'>>()
  for (const lookUp of lookups) {
    const left = tags.filter((tag) => !items.has(tag))
    if (left.length === 0) break
    for (const { tag, ...item } of await lookUp(tx, id, left)) items.set(tag, item)
  }
  return items
}

/** Name and registered place of an asset that was not expected. */
const assetColumns = sql`asset_tag_id(assets.number),
  (select name from asset_names where asset_names.id = assets.name_id), assets.place_id,
  (select ${placeNames} from places where places.id = assets.place_id)`

/** Creates items for tags that were neither expected nor read before: an asset from outside, a deleted one, or none. */
const addUnexpected = (tx: Db, id: Id, tags: readonly string[]) =>
  sql`insert into inventory_items
      (inventory_id, kind, asset_id, tag, label, name, expected_place_id, expected_names)
    select ${id}, case when assets.id is null then 'unknown' when assets.deleted_at is null then 'outside'
        else 'binned' end, assets.id, sent.tag, ${assetColumns}
    from unnest(${tags}::text[]) as sent (tag)
    left join lateral ${holderOf(sql`sent.tag`)} as holder on true
    left join assets on assets.id = holder.id
    order by sent.tag
    on conflict (inventory_id, tag) where tag is not null do nothing`.execute(tx)

/** The items of all tags; those of tags that were not expected are created. */
export async function itemsOfTags(tx: Db, id: Id, tags: readonly string[]): Promise<ItemsOfTags> {
  const items = await foundItems(tx, id, tags, [byOwnTag, byEarlierReads, byHolder])
  const unexpected = tags.filter((tag) => !items.has(tag))
  if (unexpected.length === 0) return items
  await addUnexpected(tx, id, unexpected)
  // Another device may have created some of them in the meantime.
  return new Map([...items, ...(await foundItems(tx, id, unexpected, [byOwnTag]))])
}
