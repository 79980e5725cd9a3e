import { mostAtOnce } from '@ats/contract/bulk-jobs.ts'
import { type RawBuilder, sql } from 'kysely'
import { type BulkSteps, startJob } from '#features/bulk-jobs/bulk-jobs.ts'
import { type InventoryRow, inventoryFor, mustBeOpen } from '#features/inventories/access.ts'
import { beginFixedReads } from '#features/inventories/count/fixed-position.ts'
import { inventoryById } from '#features/inventories/queries.ts'
import { cancelForStoppedJob } from '#features/inventories/review/closing.ts'
import { lockStarting, placeIds, placeNames, within } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { allDone } from '#kernel/jobs/bulk-results.ts'
import { withinScope } from '#kernel/scope.ts'
import type { Services } from '#kernel/services.ts'
import { mustNameCounters, namedPeople } from './people.ts'
import { recordOf } from './planning.ts'

/** An asset is counted in one inventory at a time: no place above or below may be in an open count. */
export async function mustNotOverlap(tx: Db, actor: Actor, { id, placeId }: InventoryRow) {
  await lockStarting(tx)
  await mustNotMerge(tx, placeId)
  const { rows } = await sql<{ inventory: string | null }>`
    select case when ${withinScope(actor, 'places')} then inventories.readable_id end as inventory
    from inventories join places on places.id = inventories.place_id join places as own on own.id = ${placeId}
    where inventories.status in ('starting', 'counting') and inventories.id <> ${id} and (
      own.id in (places.id, places.city_id, places.mm_id, places.property_id, places.aou_id)
      or places.id in (own.city_id, own.mm_id, own.property_id, own.aou_id))
    order by inventories.number limit 1`.execute(tx)
  const [open] = rows
  if (open !== undefined) throw new Problem('inventory-place-open', { inventory: open.inventory ?? '–' })
}

/** The places are copied into the inventory, so none of them may be in a running merge. */
async function mustNotMerge(tx: Db, placeId: Id) {
  const { rows } = await sql`select from bulk_jobs join places on places.id::text = details ->> 'id'
    where bulk_jobs.status in ('waiting', 'running') and work = 'merge-masters'
      and ${placeId} in (places.id, places.city_id, places.mm_id, places.property_id, places.aou_id)
    limit 1`.execute(tx)
  if (rows.length > 0) throw new Problem('inventory-place-merging')
}

/**
 * A transaction that began before the start may commit after it and change the past: so each inventory reads
 * this only once.
 */
const expectedAssets = (id: Id) => sql`select inventories.id as inventory_id, version.asset_id,
    upper(version.rfid_tag) as tag, version.name_id, version.place_id
  from inventories cross join lateral assets_as_of(inventories.place_id, inventories.started_at) as version
  where inventories.id = ${id} and not version.deleted`

/** Freezes the names of the place and the expected assets: immediately, or by a job if there are many. */
export const startInventory = ({ db, jobs, config }: Services, actor: Actor, id: Id) =>
  inTransaction(db, async (tx) => {
    const inventory = await inventoryFor(tx, actor, id, 'update')
    mustBeOpen(inventory)
    if (inventory.status !== 'planned') throw new Problem('inventory-not-planned')
    mustNameCounters({ blind: inventory.blind, people: await namedPeople(tx, id) })
    await mustNotOverlap(tx, actor, inventory)
    await freezePlaces(tx, actor, inventory, config.timeZone)
    const { rows } = await sql`${expectedAssets(id)} limit ${mostAtOnce + 1}`.execute(tx)
    await recordOf(tx, actor, inventory, 'started')
    if (rows.length <= mostAtOnce) await expectAssets(tx, expectedAssets(id))
    else {
      const job = { work: 'start-inventory', details: { id }, subject: inventory.inventoryId } as const
      const { _id } = await startJob(tx, jobs, actor, job)
      await sql`update inventories set status = 'starting', job_id = ${_id} where id = ${id}`.execute(tx)
    }
    return inventoryById(tx, actor, id)
  })

async function freezePlaces(tx: Db, actor: Actor, { id, placeId, placeKind }: InventoryRow, zone: string) {
  await sql`update inventories set status = 'counting',
      started_at = moment, started_on = (moment at time zone ${zone})::date, started_by = ${actor.id},
      place_names = (select ${placeNames} from places where places.id = ${placeId})
    from clock_timestamp() as moment where id = ${id}`.execute(tx)
  await addRooms(tx, id, sql`${within({ id: placeId, kind: placeKind })}`)
  await beginFixedReads(tx, id)
}

/** Copies places into an inventory, with their path below its own place. */
export const addRooms = (tx: Db, id: Id, which: ReturnType<typeof sql>) =>
  sql`insert into inventory_rooms (inventory_id, place_id, kind, names, path, ids)
    select ${id}, id, kind, below, array_to_string(below, ' > '), path_ids
    from (
      select places.id, places.kind, ${placeIds} as path_ids,
        (${placeNames})[1 + cardinality(inventories.place_names):] as below
      from places join inventories on inventories.id = ${id} where ${which}
    ) as room on conflict do nothing`.execute(tx)

/** One row per asset as it was when counting started; later changes of its name or place do not affect it. */
const expectAssets = (tx: Db, expected: RawBuilder<unknown>) =>
  sql`insert into inventory_items (inventory_id, kind, asset_id, tag, label, name, expected_place_id)
    select expected.inventory_id, 'expected', expected.asset_id, expected.tag, asset_tag_id(assets.number),
      (select name from asset_names where id in (expected.name_id, assets.name_id)
        order by id = expected.name_id desc limit 1),
      expected.place_id
    from (${expected}) as expected join assets on assets.id = expected.asset_id
    order by expected.asset_id`.execute(tx)

const forgetExpected = (tx: Db, id: Id) =>
  sql`delete from inventory_expected where inventory_id = ${id}`.execute(tx)

export const starting: BulkSteps<{ id: Id }> = {
  permission: 'manage-asset',
  records: async (db, actor, { id }) => {
    await inventoryFor(db, actor, id)
    await sql`insert into inventory_expected (inventory_id, asset_id, tag, name_id, place_id)
      ${expectedAssets(id)} and not exists (select from inventory_expected where inventory_id = ${id})`.execute(
      db,
    )
    return sql`select asset_id as id from inventory_expected where inventory_id = ${id}`
  },
  apply: async (tx, _actor, { id }, assetIds) => {
    const batch = sql`select * from inventory_expected
      where inventory_id = ${id} and asset_id = any(${assetIds}::uuid[])`
    await expectAssets(tx, batch)
    return allDone(assetIds)
  },
  finish: async (tx, _jobs, _actor, { details: { id } }) => {
    await sql`update inventories set status = 'counting' where id = ${id} and status = 'starting'`.execute(tx)
    await forgetExpected(tx, id)
    return { done: 0 }
  },
  // There may be too many stored items to delete within a request.
  stopped: async (tx, _jobs, actor, { details: { id } }) => {
    await cancelForStoppedJob(tx, actor, id)
    await forgetExpected(tx, id)
  },
}
