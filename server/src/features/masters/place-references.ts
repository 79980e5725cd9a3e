import { sql } from 'kysely'
import { placeNames, placePathOf } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { recordAll } from '#kernel/ledger/events.ts'
import { withinScope } from '#kernel/scope.ts'

type Merged = { id: Id; into: Id }
type Step = (tx: Db, actor: Actor, merged: Merged) => Promise<unknown>

/**
 * What a merge of places does with a column that refers to a place. A step: the last transaction of the merge
 * runs it, right before the old place is deleted. 'before': places below and assets are moved in batches
 * before that. 'history': the rows record the past, so they keep the id of the deleted place.
 */
type Reference = Step | 'before' | 'history'

const repoint =
  (table: string, column: string): Step =>
  (tx, _actor, { id, into }) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${into} where ${sql.ref(column)} = ${id}`.execute(
      tx,
    )

/** A person, webhook or group of a directory with both places gets the remaining one once. */
const givePlace =
  (table: 'user_places' | 'webhook_places' | 'directory_mapping_places', column: string): Step =>
  async (tx, _actor, { id, into }) => {
    const [places, holder] = [sql.table(table), sql.ref(column)]
    await sql`insert into ${places} (${holder}, place_id) select ${holder}, ${into} from ${places}
      where place_id = ${id} on conflict do nothing`.execute(tx)
    await sql`delete from ${places} where place_id = ${id}`.execute(tx)
  }

/** A removed reader loses its place when the place is deleted. */
const moveReaders: Step = (tx, _actor, { id, into }) =>
  refusing(
    sql`update readers set place_id = ${into} where place_id = ${id} and removed_at is null`.execute(tx),
    { unique: () => new Problem('merge-same-readers') },
  )

/** A view is shared in the other place from now on, and its filter uses the other place. */
const moveViews: Step = (tx, _actor, { id, into }) =>
  sql`update saved_views set place_id = case place_id when ${id} then ${into}::uuid else place_id end,
      filter = replace(filter::text, ${id}::text, ${into}::text)::jsonb
    where place_id = ${id} or filter::text like '%' || ${id}::text || '%'`.execute(tx)

/**
 * From now on the other place decides who sees an inventory. A started inventory keeps its names; one that
 * was cancelled before its start gets the present names of the old place. A planned one is for the other
 * place.
 */
const moveInventories: Step = async (tx, actor, { id, into }) => {
  const before = { place: await placePathOf(tx, id) }
  const after = { place: await placePathOf(tx, into) }
  const { rows } = await sql<{ id: Id; readableId: string }>`update inventories set place_id = ${into},
      place_names = case status when 'planned' then null
        else coalesce(place_names, (select ${placeNames} from places where places.id = ${id})) end
    where place_id = ${id}
    returning case status when 'planned' then inventories.id end as id, readable_id as "readableId"`.execute(
    tx,
  )
  const plans = rows.filter((row) => row.id !== null)
  const line = { action: 'inventory.changed', kind: 'inventory', place: into, before, after } as const
  await recordAll(
    tx,
    actor,
    plans.map((plan) => ({ ...line, ...plan, name: plan.readableId })),
  )
}

/** Counters of the old place are all zero by now, and a plan shows the old place, not the other one. */
const forget =
  (table: string, column: string): Step =>
  (tx, _actor, { id }) =>
    sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(tx)

/**
 * Every column that refers to a place, with what a merge does to it. A test compares this list with the
 * database catalogue: a new column without an entry fails.
 */
export const placeReferences: Record<string, Reference> = {
  'places.parent_id': 'before',
  'places.city_id': 'before',
  'places.mm_id': 'before',
  'places.property_id': 'before',
  'places.aou_id': 'before',
  'assets.place_id': 'before',
  'assets.city_id': 'before',
  'assets.mm_id': 'before',
  'assets.property_id': 'before',
  'assets.aou_id': 'before',
  'users.city_id': repoint('users', 'city_id'),
  'access_requests.city_id': repoint('access_requests', 'city_id'),
  'user_places.place_id': givePlace('user_places', 'user_id'),
  'webhook_places.place_id': givePlace('webhook_places', 'webhook_id'),
  'directory_mappings.city_id': repoint('directory_mappings', 'city_id'),
  'directory_mapping_places.place_id': givePlace('directory_mapping_places', 'mapping_id'),
  'printers.place_id': repoint('printers', 'place_id'),
  'handhelds.place_id': repoint('handhelds', 'place_id'),
  'readers.place_id': moveReaders,
  'read_points.place_id': repoint('read_points', 'place_id'),
  'last_seen.place_id': repoint('last_seen', 'place_id'),
  'last_seen.candidate_place_id': repoint('last_seen', 'candidate_place_id'),
  'seen_elsewhere.place_id': repoint('seen_elsewhere', 'place_id'),
  'unknown_tags.place_id': repoint('unknown_tags', 'place_id'),
  'saved_views.place_id': moveViews,
  'inventories.place_id': moveInventories,
  'verification_programmes.place_id': repoint('verification_programmes', 'place_id'),
  'verification_lines.place_id': repoint('verification_lines', 'place_id'),
  'tagging_drives.place_id': repoint('tagging_drives', 'place_id'),
  'tag_associations.place_id': repoint('tag_associations', 'place_id'),
  'tagging_exceptions.place_id': repoint('tagging_exceptions', 'place_id'),
  'asset_counters.place_id': forget('asset_counters', 'place_id'),
  'floors.property_id': forget('floors', 'property_id'),
  'floor_rooms.place_id': forget('floor_rooms', 'place_id'),
  ...historyOf('asset_versions', 'place_id', 'city_id', 'mm_id', 'property_id', 'aou_id'),
  ...historyOf('place_paths', 'place_id', 'city_id', 'mm_id', 'property_id', 'aou_id'),
  ...historyOf('events', 'place_id', 'from_place_id'),
  ...historyOf('movements', 'from_place_id', 'to_place_id'),
  ...historyOf('tag_reads', 'place_id'),
  ...historyOf('print_labels', 'place_id'),
  ...historyOf('inventory_rooms', 'place_id'),
  ...historyOf('inventory_items', 'expected_place_id', 'seen_place_id'),
  ...historyOf('inventory_counts', 'place_id'),
  ...historyOf('inventory_sweeps', 'place_id'),
  ...historyOf('inventory_reads', 'place_id'),
  ...historyOf('inventory_sightings', 'place_id'),
  ...historyOf('inventory_devices', 'place_id'),
  // Only of open inventories, whose places cannot be merged.
  ...historyOf('inventory_expected', 'place_id'),
  ...historyOf('inventory_late_reads', 'place_id'),
}

function historyOf(table: string, ...columns: string[]) {
  return Object.fromEntries(columns.map((column) => [`${table}.${column}`, 'history' as const]))
}

/** Redirects everything that still refers to the old place, and deletes it. */
export async function replacePlace(tx: Db, actor: Actor, merged: Merged) {
  for (const reference of Object.values(placeReferences))
    if (typeof reference === 'function') await reference(tx, actor, merged)
  await tx.deleteFrom('places').where('id', '=', merged.id).execute()
}

/**
 * An inventory in counting or review has copied its places. It must end before one of them is deleted:
 * devices still send reads for that place, and assets may have to be moved into it.
 */
export async function mustNotBeCounted(tx: Db, actor: Actor, placeId: Id) {
  const { rows } = await sql<{ inventory: string | null }>`
    select case when ${withinScope(actor, 'places')} then readable_id end as inventory
    from inventories join places on places.id = inventories.place_id
    where status not in ('planned', 'approved', 'cancelled') and (place_id = ${placeId} or exists (
      select from inventory_rooms where inventory_id = inventories.id and inventory_rooms.place_id = ${placeId}))
    order by inventories.number limit 1`.execute(tx)
  const [open] = rows
  if (open !== undefined) throw new Problem('merge-being-counted', { inventory: open.inventory ?? '–' })
}

/** Two readers with the same name cannot be in one place, so a merge that would cause that does not start. */
export async function mustHaveOtherReaders(tx: Db, { id, into }: Merged) {
  const { rows } =
    await sql`select from readers join readers as there on lower(there.name) = lower(readers.name)
    where readers.place_id = ${id} and there.place_id = ${into}
      and readers.removed_at is null and there.removed_at is null limit 1`.execute(tx)
  if (rows.length > 0) throw new Problem('merge-same-readers')
}

/** An unresolved unknown tag shows that something is in the place. */
export async function mustHoldNoUnknownTag(tx: Db, placeId: Id) {
  const { rows } = await sql`select from unknown_tags where place_id = ${placeId} limit 1`.execute(tx)
  if (rows.length > 0) throw new Problem('master-in-use')
}

/**
 * The assets, deleted or not, with a value that refers to a place. The offset makes the fields the outer side:
 * without a field for places no asset is read.
 */
export const assetsWithPlaceValue = (
  placeId: Id,
) => sql`select holding.id from own_fields cross join lateral (
    select assets.id from assets where assets.fields ->> own_fields.key = ${placeId} offset 0
  ) as holding where own_fields.type = 'place'`

/** Called after the deletion of a place, which waited for those who were setting such a value. */
export async function mustBeNoValue(tx: Db, placeId: Id) {
  const { rows } = await sql`${assetsWithPlaceValue(placeId)} limit 1`.execute(tx)
  if (rows.length > 0) throw new Problem('master-in-use')
}
