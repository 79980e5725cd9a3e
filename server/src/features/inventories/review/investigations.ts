import type { Investigation, InvestigationFilter } from '@ats/contract/inventories/investigations.ts'
import type { Resolution } from '@ats/contract/inventories/review.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { inventoryFor, inventoryInScope, isHidden } from '#features/inventories/access.ts'
import { recordOf } from '#features/inventories/plan/planning.ts'
import { namesOfPlace } from '#features/inventories/queries.ts'
import { hasCounted } from '#features/inventories/separation.ts'
import { cityNamed } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { boundedPage, counting, mostCounted } from '#kernel/db/paging.ts'
import { found, Problem, problemOf } from '#kernel/http/problem.ts'
import { withinScope } from '#kernel/scope.ts'
import { applyResolutions, type ItemToApply } from './applying.ts'
import { mustBePossible } from './resolutions.ts'
import { nameIn } from './shown-items.ts'

type Proposed = ItemToApply & { resolution: Resolution }

/** An approved inventory is frozen, so its open investigations are listed apart from it. */
export async function beginInvestigations(tx: Db, actor: Actor, id: Id, items: readonly Proposed[]) {
  const rows = items.filter(({ resolution }) => resolution.action === 'investigate')
  if (rows.length === 0) return
  await sql`insert into inventory_follow_ups (inventory_id, item_id, asset_id, tag, resolution, noted_by)
    select ${id}, item.id, item.asset_id, item.tag, item.resolution, ${actor.id} from inventory_items as item
    where item.inventory_id = ${id} and item.id = any(${rows.map((row) => row.id)}::uuid[])
    order by item.id`.execute(tx)
}

/** The last row of an item says whether it is still investigated. */
const lastRows = sql<{
  id: Id
  inventory_id: Id
  item_id: Id
  asset_id: Id | null
  tag: string | null
  resolution: Resolution
  noted_by: Id
  noted_at: string
}>`(select distinct on (inventory_id, item_id) id, inventory_id, item_id, asset_id, tag, resolution, noted_by, noted_at
  from inventory_follow_ups order by inventory_id, item_id, id desc)`

const isOpen = sql`last.resolution ->> 'action' = 'investigate'`
const isOverdue = (zone: string) =>
  sql<boolean>`(${isOpen} and (last.resolution ->> 'until')::date < (now() at time zone ${zone})::date)`

/** The person who counted or investigates an item does not decide what became of it. */
const mayClose = (
  actor: Actor,
) => sql<boolean>`(inventories.exception_for = ${actor.id} or not ${hasCounted(actor)} and not exists (
  select from inventory_follow_ups as one where one.item_id = last.item_id
    and one.resolution ->> 'ownerId' = ${actor.id}::text))`

const rowsFor = (db: Db, actor: Actor, zone: string) =>
  db
    .selectFrom(lastRows.as<'last'>('last'))
    .innerJoin('inventories', 'inventories.id', 'last.inventory_id')
    .innerJoin('places', 'places.id', 'inventories.place_id')
    .leftJoin('assets', (join) =>
      join.onRef('assets.id', '=', 'last.asset_id').on(sql<SqlBool>`${withinScope(actor, 'assets')}`),
    )
    .select([
      'last.item_id as _id',
      'inventories.id as inventoryId',
      'inventories.readable_id as inventory',
      'inventories.place_id as placeId',
      namesOfPlace.as('placeNames'),
      'assets.id as assetId',
      sql<string | null>`asset_tag_id(assets.number)`.as('assetTagId'),
      sql<string | null>`(select name from asset_names where asset_names.id = assets.name_id)`.as(
        'assetName',
      ),
      sql<string | null>`case when last.asset_id is null or assets.id is not null then last.tag end`.as(
        'tag',
      ),
      sql<Investigation['resolution']>`last.resolution`.as('resolution'),
      nameIn(actor, sql`last.resolution`).as('name'),
      sql<string | null>`last.resolution ->> 'until'`.as('until'),
      isOverdue(zone).as('isOverdue'),
      sql<string>`${fullNameOf('last.noted_by')}`.as('notedBy'),
      'last.noted_at as notedAt',
      mayClose(actor).as('closes'),
    ])

const isShown = (actor: Actor) => sql`(${inventoryInScope(actor)} and not ${isHidden(actor)})`

const ofStatus = (status: InvestigationFilter['status'], zone: string) =>
  ({ open: isOpen, overdue: isOverdue(zone), closed: sql`not ${isOpen}` })[status]

export async function investigationPage(
  db: Db,
  actor: Actor,
  { location, inventoryId, status, ...page }: InvestigationFilter,
  zone: string,
) {
  const city = location === undefined ? undefined : await cityNamed(db, actor, location)
  const tests = [
    isShown(actor),
    ofStatus(status, zone),
    ...(city === undefined ? [] : [sql`places.city_id = ${city.id}`]),
    ...(inventoryId === undefined ? [] : [sql`last.inventory_id = ${inventoryId}`]),
  ]
  const where = sql<SqlBool>`(${sql.join(tests, sql` and `)})`
  const by = sql<string>`coalesce(last.resolution ->> 'until', to_char(last.noted_at, 'YYYY-MM-DD HH24:MI:SS.US'))`
  const direction = status === 'closed' ? ('desc' as const) : ('asc' as const)
  const order = { name: status, by, id: sql<string>`last.item_id`, direction }
  const total = await countRows(db, where)
  const { rows, ...rest } = await boundedPage(rowsFor(db, actor, zone).where(where), order, page, total)
  const investigations: Investigation[] = rows.map(({ sortKey: _key, sortId: _id, ...row }) => row)
  return { investigations, ...rest }
}

async function countRows(db: Db, where: RawBuilder<SqlBool>) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from ${lastRows} as last join inventories on inventories.id = last.inventory_id
    join places on places.id = inventories.place_id where ${where} ${counting}) as counted`.execute(db)
  const count = rows[0]?.count ?? 0
  return count > mostCounted ? null : count
}

async function investigationById(db: Db, actor: Actor, id: Id, zone: string): Promise<Investigation> {
  const row = await rowsFor(db, actor, zone)
    .where('last.item_id', '=', id)
    .where(sql<SqlBool>`${isShown(actor)}`)
    .executeTakeFirst()
  return found(row, 'investigation-not-found')
}

/** Without an asset there is nothing that could be elsewhere, replaced or written off. */
const needsAsset = ({ action }: Resolution) => action !== 'investigate' && action !== 'ignore'

/** Notes what became of an item, and applies it as approval would have. */
export async function noteFollowUp(
  tx: Db,
  actor: Actor,
  id: Id,
  { resolution, zone }: { resolution: Resolution; zone: string },
) {
  const { inventoryId } = await investigationById(tx, actor, id, zone)
  const inventory = await inventoryFor(tx, actor, inventoryId, 'update')
  // Read again behind the lock: somebody may have noted the outcome meanwhile.
  const now = await investigationById(tx, actor, id, zone)
  if (now.resolution.action !== 'investigate') throw new Problem('investigation-closed')
  if (!now.closes) throw new Problem('investigation-own')
  const { assetId, tag } = now
  if (needsAsset(resolution) && assetId === null) throw new Problem('resolution-not-possible')
  if (resolution.action === 'replaced' && resolution.assetId === assetId)
    throw new Problem('inventory-replaced-by-itself')
  await mustBePossible(tx, actor, inventory.placeId, resolution)
  const item = { id, assetId, tag, label: now.assetTagId, placeId: null, resolution }
  const failure = (await applyResolutions(tx, actor, [item])).get(id)
  if (failure !== undefined) throw problemOf(failure)
  await sql`insert into inventory_follow_ups (inventory_id, item_id, asset_id, tag, resolution, noted_by)
    select inventory_id, item_id, asset_id, tag, ${JSON.stringify(resolution)}::jsonb, ${actor.id}
    from ${lastRows} as last where last.item_id = ${id}`.execute(tx)
  await recordOf(tx, actor, inventory, 'followed-up', {
    after: { inventoryId: inventory.inventoryId, resolution: resolution.action },
  })
  return { investigation: await investigationById(tx, actor, id, zone) }
}
