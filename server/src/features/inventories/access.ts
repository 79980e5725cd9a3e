import type { ApprovalRefusal } from '@ats/contract/inventories/approval.ts'
import type { InventoryStatus, Repeat } from '@ats/contract/inventories/inventories.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { inPlaces, withinScope } from '#kernel/scope.ts'
import { countedShare, tookPart } from './separation.ts'

/** A person who was chosen to count, or did. Nobody else has a row. */
const isCounter = (actor: Actor) => sql<boolean>`exists (select from inventory_people
  where inventory_id = inventories.id and user_id = ${actor.id})`

const hasNamedPeople = sql<boolean>`exists (select from inventory_people
  where inventory_id = inventories.id and is_named)`

const isNamed = (actor: Actor) => sql<boolean>`exists (select from inventory_people
  where inventory_id = inventories.id and user_id = ${actor.id} and is_named)`

/** A person who opened the items of a blind inventory knows what is expected. */
const hasOpened = (actor: Actor) => sql<boolean>`(inventories.blind and exists (select from inventory_viewers
  where inventory_id = inventories.id and user_id = ${actor.id}))`

/** If nobody is named, everybody who manages assets there may count. */
export const mayCount = (actor: Actor) =>
  sql<boolean>`((${isNamed(actor)} or not ${hasNamedPeople}) and not ${hasOpened(actor)})`

/** Named counters whose inventory is being counted now; `places` is the row of its place. */
export const waitsForCounter = (actor: Actor) =>
  sql<boolean>`(inventories.status = 'counting' and ${isNamed(actor)} and not ${hasOpened(actor)}
    and ${inventoryInScope(actor)})`

/** Named people count. Everything else is for the person who planned it, and for managers who are not named. */
export const manages = (actor: Actor) =>
  sql<boolean>`(inventories.created_by = ${actor.id} or not ${isNamed(actor)})`

// Items and reads are partitioned by the id of their inventory: as a parameter it leaves one partition to plan for.
const isCounted = (id: Id) => sql<boolean>`(exists (select from inventory_reads where inventory_id = ${id})
  or exists (select from inventory_sightings where inventory_id = ${id}))`

/** The first reason why the actor cannot approve the inventory with this id, or nobody can yet. */
export const approvalRefused = (actor: Actor, id: Id) => sql<ApprovalRefusal | null>`case
  when inventories.status <> 'review' then null
  else coalesce(
    case when inventories.exception_for is distinct from ${actor.id}
      then ${tookPart(actor, id, manages(actor))} end,
    case when inventories.approver_id <> ${actor.id} then 'inventory-not-approver'
      when exists (select from inventory_late_reads where inventory_id = inventories.id and included is null)
        then 'inventory-late-reads'
      when not ${isCounted(id)} then 'inventory-nothing-counted'
      when ${countedShare} < inventories.must_count then 'inventory-too-little-counted' end) end`

/** An earlier inventory of a place that the actor counts blind now would reveal what is expected. */
const isOfWithheld = ({ withheld }: Actor) =>
  withheld === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (select from places
        where places.id = inventories.place_id and ${inPlaces(withheld, 'places')})`

/** Until approval, a person who counts blind sees neither what is expected nor how much of it was found. */
export const isHidden = (actor: Actor) =>
  sql<boolean>`(inventories.blind and inventories.status <> 'approved' and ${isCounter(actor)}
    or ${isOfWithheld(actor)})`

/** An inventory is visible to people who see its whole place; `places` is the row of that place. */
export const inventoryInScope = (actor: Actor) => withinScope(actor, 'places')

export type InventoryRow = {
  id: Id
  inventoryId: string
  status: InventoryStatus
  blind: boolean
  placeId: Id
  placeKind: PlaceKind
  placeNames: string[] | null
  startedAt: string | null
  dueOn: string | null
  repeat: Repeat | null
  fixedReaders: boolean
  startedOn: string | null
  dueDay: number | null
  createdBy: Id
  approverId: Id | null
  mustCount: number | null
  exceptionFor: Id | null
  mayCount: boolean
  manages: boolean
  isHidden: boolean
  hasOpened: boolean
}

/** The inventory if it is in scope; if locked, its status stays until the end of the transaction. */
export async function inventoryFor(
  db: Db,
  actor: Actor,
  id: Id,
  lock?: 'share' | 'update',
): Promise<InventoryRow> {
  const row = await db
    .selectFrom('inventories')
    .innerJoin('places', 'places.id', 'inventories.place_id')
    .select([
      'inventories.id',
      'inventories.readable_id as inventoryId',
      'inventories.status',
      'inventories.blind',
      'inventories.place_id as placeId',
      sql<PlaceKind>`places.kind`.as('placeKind'),
      'inventories.place_names as placeNames',
      'inventories.started_at as startedAt',
      'inventories.due_on as dueOn',
      'inventories.repeat',
      'inventories.fixed_readers as fixedReaders',
      'inventories.started_on as startedOn',
      'inventories.due_day as dueDay',
      'inventories.created_by as createdBy',
      'inventories.approver_id as approverId',
      'inventories.must_count as mustCount',
      'inventories.exception_for as exceptionFor',
      mayCount(actor).as('mayCount'),
      manages(actor).as('manages'),
      isHidden(actor).as('isHidden'),
      hasOpened(actor).as('hasOpened'),
    ])
    .where('inventories.id', '=', id)
    .where(sql<SqlBool>`${inventoryInScope(actor)}`)
    .$if(lock === 'share', (query) => query.forShare('inventories'))
    .$if(lock === 'update', (query) => query.forUpdate('inventories'))
    .executeTakeFirst()
  return found(row, 'inventory-not-found')
}

/** Throws unless the inventory is open and no job is working on it. */
export function mustBeOpen({ status }: Pick<InventoryRow, 'status'>) {
  if (status === 'approved' || status === 'cancelled') throw new Problem('inventory-closed')
  if (status === 'starting' || status === 'approving') throw new Problem('inventory-busy')
}

export function mustShowItems({ isHidden: hidden }: Pick<InventoryRow, 'isHidden'>) {
  if (hidden) throw new Problem('inventory-blind')
}

export function mustManage(inventory: Pick<InventoryRow, 'manages'>) {
  if (!inventory.manages) throw new Problem('inventory-counters-count')
}

/** The inventory for a person who opens its items: of a blind one they can no longer count. */
export async function inventoryOpened(db: Db, actor: Actor, id: Id): Promise<InventoryRow> {
  const inventory = await inventoryFor(db, actor, id)
  await noteOpened(db, actor, inventory)
  return inventory
}

/** Records who opened the items of a blind inventory: they know what is expected. */
export async function noteOpened(db: Db, actor: Actor, inventory: InventoryRow) {
  mustShowItems(inventory)
  const hasItems = ['starting', 'counting', 'review', 'approving'].includes(inventory.status)
  if (inventory.blind && hasItems && !inventory.hasOpened)
    await sql`insert into inventory_viewers (inventory_id, user_id) values (${inventory.id}, ${actor.id})
      on conflict do nothing`.execute(db)
}

export function mustBeCounter(inventory: Pick<InventoryRow, 'mayCount' | 'hasOpened'>) {
  if (inventory.hasOpened) throw new Problem('inventory-items-opened')
  if (!inventory.mayCount) throw new Problem('inventory-not-yours')
}
