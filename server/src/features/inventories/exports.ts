import { id } from '@ats/contract/id.ts'
import { inventories, inventoryFilter } from '@ats/contract/inventories/inventories.ts'
import {
  inventoryReview,
  itemFilter,
  unknownTagFilter,
  unknownTags,
} from '@ats/contract/inventories/review.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { inventoryOf, shownTags, tagsAndPlaces } from '#features/inventories/count/unknown-tags.ts'
import { access, figureOf, notFound } from '#features/inventories/review/figures.ts'
import { countItems, itemsWhere, seenBy } from '#features/inventories/review/items.ts'
import { expectedPath, nameIn, pathIn, whereKnown } from '#features/inventories/review/shown-items.ts'
import { placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import {
  exportSource,
  momentColumn,
  numberColumn,
  plainColumn,
  textColumn,
} from '#kernel/files/export-source.ts'
import { inventoryOpened } from './access.ts'
import { inventoriesAndPlaces, inventoryOrder, levelOf, shownInventories } from './queries.ts'

const own = (column: string) => sql.ref(`listed.${column}`)

/** Rows whose columns depend on the actor, in the order of their keys. */
const listed = (rows: RawBuilder<unknown>, direction: 'asc' | 'desc', total: number | null) => ({
  from: sql`(${rows}) as listed`,
  where: sql<SqlBool>`true`,
  order: sql`listed.sort_key ${sql.raw(direction)}, listed.sort_id ${sql.raw(direction)}`,
  total,
})

export const inventoryExport = exportSource({
  title: 'Inventories',
  permission: inventories.list.permission,
  filter: inventoryFilter.omit({ cursor: true, size: true }),
  columns: {
    inventoryId: plainColumn('Inventory Id', own('inventory_id')),
    inventoryDate: momentColumn('Inventory Date', own('started_at')),
    mm: textColumn('MM', own('mm')),
    property: textColumn('Property', own('property')),
    total: numberColumn('Total', own('total')),
    found: numberColumn('Found', own('found')),
    notFound: numberColumn('Not Found', own('not_found')),
    access: numberColumn('Access', own('access')),
    createdBy: textColumn('Created By', own('created_by')),
    status: plainColumn('Status', own('status')),
  },
  choose: async (db, actor, filter, zone) => {
    const { where, total } = await shownInventories(db, actor, filter, zone)
    const rows = sql`select inventories.readable_id as inventory_id, inventories.started_at,
        ${levelOf(2)} as mm, ${levelOf(3)} as property, ${figureOf(actor, 'total')} as total,
        ${figureOf(actor, 'found')} as found, ${notFound(actor)} as not_found, ${access(actor)} as access,
        ${fullNameOf('inventories.created_by')} as created_by, inventories.status,
        ${inventoryOrder(actor, filter)} as sort_key, inventories.id as sort_id
      from ${inventoriesAndPlaces} where ${where}`
    return listed(rows, filter.direction, total)
  },
})

const joined = (names: RawBuilder<unknown>) => sql`array_to_string(${names}, ' > ')`

const itemRows = (actor: Actor, inventoryId: Id, where: RawBuilder<SqlBool>) =>
  sql`select item.class, ${whereKnown(actor, sql`item.label`)} as label, ${whereKnown(actor, sql`item.name`)} as name,
      item.tag, ${joined(expectedPath(actor))} as expected_place, ${joined(pathIn('item.seen_place_id'))} as seen_place,
      array_to_string(${seenBy(actor, inventoryId)}, ', ') as seen_by, item.seen_at, item.reads, item.rssi, item.note,
      concat_ws(': ', item.resolution ->> 'action',
        coalesce(item.resolution ->> 'newState', item.resolution ->> 'assetName', item.resolution ->> 'where',
          nullif(concat_ws(', ', ${nameIn(actor, sql`item.resolution`)}, item.resolution ->> 'until'), '')),
        coalesce(item.resolution ->> 'reason', item.resolution ->> 'evidence')) as resolution,
      ${fullNameOf('item.resolved_by')} as resolved_by, item.outcome,
      inventories.readable_id as inventory_id, item.class as sort_key, item.id as sort_id
    from inventory_items as item join inventories on inventories.id = item.inventory_id where ${where}`

export const itemExport = exportSource({
  title: 'Inventory items',
  permission: inventoryReview.items.permission,
  filter: itemFilter.omit({ cursor: true, size: true }).extend({ inventoryId: id }),
  columns: {
    class: plainColumn('Class', own('class')),
    assetTagId: plainColumn('Asset Tag Id', own('label')),
    assetName: textColumn('Asset Name', own('name')),
    tag: textColumn('RFID Tag Id', own('tag')),
    expectedPlace: textColumn('Expected In', own('expected_place')),
    seenPlace: textColumn('Seen In', own('seen_place')),
    seenBy: textColumn('Seen By', own('seen_by')),
    seenAt: momentColumn('Seen At', own('seen_at')),
    reads: numberColumn('Reads', own('reads')),
    rssi: numberColumn('RSSI', own('rssi')),
    note: textColumn('Note', own('note')),
    resolution: textColumn('Resolution', own('resolution')),
    resolvedBy: textColumn('Resolved By', own('resolved_by')),
    outcome: textColumn('Outcome', own('outcome')),
    inventoryId: plainColumn('Inventory Id', own('inventory_id')),
  },
  choose: async (db, actor, { inventoryId, ...filter }) => {
    await inventoryOpened(db, actor, inventoryId)
    const { where } = await itemsWhere(db, actor, inventoryId, filter)
    return listed(itemRows(actor, inventoryId, where), 'asc', await countItems(db, where))
  },
})

export const unknownTagExport = exportSource({
  title: 'Unknown tags',
  permission: unknownTags.list.permission,
  filter: unknownTagFilter.omit({ cursor: true, size: true }),
  columns: {
    tag: textColumn('RFID Tag Id', own('tag')),
    place: textColumn('Place', own('place')),
    firstSeenAt: momentColumn('First Seen At', own('first_seen_at')),
    lastSeenAt: momentColumn('Last Seen At', own('last_seen_at')),
    reads: numberColumn('Reads', own('reads')),
    inventory: plainColumn('Inventory', own('inventory')),
    ignored: textColumn('Left Alone Because', own('ignored')),
  },
  choose: async (db, actor, filter) => {
    const { where, total } = await shownTags(db, actor, filter)
    const rows = sql`select unknown_tags.tag, ${placePath} as place, first_seen_at, last_seen_at, reads,
        ${inventoryOf(actor)} ->> 'inventoryId' as inventory, ignored, last_seen_at as sort_key, unknown_tags.id as sort_id
      from ${tagsAndPlaces} where ${where}`
    return listed(rows, 'desc', total)
  },
})
