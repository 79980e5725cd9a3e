import type { InventoryStatus, Repeat } from '@ats/contract/inventories/inventories.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import { type SqlBool, sql } from 'kysely'
import { type Actor, withinScope } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { found, Problem } from '#kernel/http/problem.ts'

/** Whoever was chosen to count or did: the rows of the others do not exist. */
const isCounter = (actor: Actor) => sql<boolean>`exists (select from inventory_people
  where inventory_id = inventories.id and user_id = ${actor.id})`

const hasNamedPeople = sql<boolean>`exists (select from inventory_people
  where inventory_id = inventories.id and is_named)`

const isNamed = (actor: Actor) => sql<boolean>`exists (select from inventory_people
  where inventory_id = inventories.id and user_id = ${actor.id} and is_named)`

/** Nobody named: whoever manages assets there. */
export const mayCount = (actor: Actor) => sql<boolean>`(${isNamed(actor)} or not ${hasNamedPeople})`

export const hasCounted = (actor: Actor) => sql<boolean>`exists (select from inventory_people
  where inventory_id = inventories.id and user_id = ${actor.id} and has_counted)`

/** Until it is approved, whoever counts it blind learns neither what is expected nor how much of it was found. */
export const isHidden = (actor: Actor) =>
  sql<boolean>`(inventories.blind and inventories.status <> 'approved' and ${isCounter(actor)})`

/** An inventory is seen by whoever sees its whole place; `places` is the row of that place. */
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
  mayCount: boolean
  hasCounted: boolean
  isHidden: boolean
}

/** The inventory if it is within scope; locked, its status stays until the transaction ends. */
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
      mayCount(actor).as('mayCount'),
      hasCounted(actor).as('hasCounted'),
      isHidden(actor).as('isHidden'),
    ])
    .where('inventories.id', '=', id)
    .where(sql<SqlBool>`${inventoryInScope(actor)}`)
    .$if(lock === 'share', (query) => query.forShare('inventories'))
    .$if(lock === 'update', (query) => query.forUpdate('inventories'))
    .executeTakeFirst()
  return found(row, 'inventory-not-found')
}

/** What an inventory that is open and at rest may be asked for. */
export function mustBeOpen({ status }: Pick<InventoryRow, 'status'>) {
  if (status === 'approved' || status === 'cancelled') throw new Problem('inventory-closed')
  if (status === 'starting' || status === 'approving') throw new Problem('inventory-busy')
}

export function mustShowItems({ isHidden: hidden }: Pick<InventoryRow, 'isHidden'>) {
  if (hidden) throw new Problem('inventory-blind')
}

export function mustBeCounter(inventory: Pick<InventoryRow, 'mayCount'>) {
  if (!inventory.mayCount) throw new Problem('inventory-not-yours')
}
