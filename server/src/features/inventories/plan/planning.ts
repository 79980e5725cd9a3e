import type { inventoryChange, newInventory } from '@ats/contract/inventories/inventories.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type InventoryRow, inventoryFor, mustBeOpen, mustManage } from '#features/inventories/access.ts'
import { inventoryById } from '#features/inventories/queries.ts'
import { placeChosen, placePathOf } from '#features/places/places.ts'
import type { Actor, Who } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { mustBeVersion, plainFields, raiseVersion } from '#kernel/db/versions.ts'
import { Problem } from '#kernel/http/problem.ts'
import { difference, record } from '#kernel/ledger/events.ts'
import { mustBeAbleToCount, mustBeApprover, mustNameCounters, namedPeople, setPeople } from './people.ts'

type Plan = z.output<typeof newInventory>

/** INV-2026-0001: numbered per year, in the time zone of the installation. */
async function nextReadableId(tx: Db, zone: string) {
  const { rows } = await sql<{ year: number; last: number }>`
    insert into inventory_numbers as numbers (year, last)
    values (extract(year from now() at time zone ${zone})::int, 1)
    on conflict (year) do update set last = numbers.last + 1 returning year, last`.execute(tx)
  const { year = 0, last = 0 } = rows[0] ?? {}
  return `INV-${year}-${String(last).padStart(4, '0')}`
}

/**
 * The next inventory of a series keeps the planner and the day of the month, and lists the people who are no
 * longer named.
 */
type OfSeries = {
  createdBy: Id
  dueDay: number | null
  peopleLeftOut: readonly string[]
  /** The line of a programme, and who changed its approver. */
  line?: { id: Id; due: string; setBy: Id | null }
}

const dayOf = (date: string) => Number(date.slice(8))

export async function planInventory(
  tx: Db,
  actor: Actor,
  zone: string,
  plan: Plan,
  series?: OfSeries,
): Promise<Id> {
  const place = await placeChosen(tx, actor, plan.placeId)
  if (series === undefined) {
    await mustBeAbleToCount(tx, place.id, plan.people)
    await mustBeApprover(tx, place.id, plan, [actor.id])
  }
  const own = {
    createdBy: actor.id,
    dueDay: plan.dueOn === null ? null : dayOf(plan.dueOn),
    peopleLeftOut: [],
  }
  return insertPlan(tx, actor, zone, plan, series ?? own)
}

/** Plans without checks: what a person, a series or a programme has decided. */
export async function insertPlan(tx: Db, who: Who, zone: string, plan: Plan, series: OfSeries): Promise<Id> {
  const readableId = await nextReadableId(tx, zone)
  const { id } = await tx
    .insertInto('inventories')
    .values({
      ...{ readable_id: readableId, place_id: plan.placeId, blind: plan.blind, due_on: plan.dueOn },
      ...{ repeat: plan.repeat, fixed_readers: plan.fixedReaders },
      ...{ approver_id: plan.approverId, must_count: plan.mustCount },
      ...{ created_by: series.createdBy, due_day: series.dueDay },
      ...(series.line && {
        ...{ line_id: series.line.id, line_due: series.line.due, approval_set_by: series.line.setBy },
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setPeople(tx, id, plan.people)
  await record(tx, who, {
    ...{
      action: 'inventory.planned',
      kind: 'inventory',
      id,
      place: plan.placeId,
      readableId,
      name: readableId,
    },
    after: {
      ...(await factsOf(tx, id)),
      ...(series.peopleLeftOut.length > 0 && { peopleLeftOut: series.peopleLeftOut }),
    },
  })
  return id
}

/** What the ledger stores about a plan. */
async function factsOf(tx: Db, id: Id) {
  const row = await tx
    .selectFrom('inventories')
    .select([
      'readable_id as inventoryId',
      'place_id as placeId',
      'blind',
      'due_on as dueOn',
      'repeat',
      'fixed_readers as fixedReaders',
      'must_count as mustCount',
      fullNameOf('inventories.approver_id').as('approver'),
      sql<string[]>`array(select full_name from inventory_people join users on users.id = user_id
        where inventory_id = inventories.id and is_named order by lower(full_name), user_id)`.as('people'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, place: await placePathOf(tx, row.placeId) }
}

export async function changePlan(tx: Db, actor: Actor, id: Id, change: z.output<typeof inventoryChange>) {
  const inventory = await inventoryFor(tx, actor, id, 'update')
  mustBeOpen(inventory)
  mustManage(inventory)
  const before = await factsOf(tx, id)
  const named = await namedPeople(tx, id)
  const { place, people: names, approver, ...plain } = before
  await mustBeVersion(tx, { kind: 'inventory', id }, change.version, () => ({
    ...plainFields(
      (({ dueOn, blind, repeat, fixedReaders, mustCount }) => ({
        dueOn,
        blind,
        repeat,
        fixedReaders,
        mustCount,
      }))(plain),
    ),
    approverId: { value: inventory.approverId, text: approver },
    placeId: { value: inventory.placeId, text: place, fact: 'place' },
    people: { value: named, text: names.join(', ') },
  }))
  mustStayAsStarted(inventory, change)
  const placeId = change.placeId ?? inventory.placeId
  if (change.placeId !== undefined) await placeChosen(tx, actor, change.placeId)
  const columns = {
    ...(change.placeId !== undefined && { place_id: change.placeId }),
    ...(change.blind !== undefined && { blind: change.blind }),
    ...(change.dueOn !== undefined && {
      due_on: change.dueOn,
      due_day: change.dueOn === null ? null : dayOf(change.dueOn),
    }),
    ...(change.repeat !== undefined && { repeat: change.repeat }),
    ...(change.fixedReaders !== undefined && { fixed_readers: change.fixedReaders }),
    ...approvalColumns(actor, inventory, change),
  }
  if (Object.keys(columns).length > 0)
    await tx.updateTable('inventories').set(columns).where('id', '=', id).execute()
  const people = change.people ?? named
  if (change.people !== undefined || change.blind !== undefined)
    mustNameCounters({ blind: change.blind ?? inventory.blind, people })
  if (change.people !== undefined || change.placeId !== undefined)
    await mustBeAbleToCount(tx, placeId, people)
  const approverId = change.approverId === undefined ? inventory.approverId : change.approverId
  const choosers = change.approverId === undefined ? [] : [actor.id]
  await mustBeApprover(tx, placeId, { approverId, people }, [inventory.createdBy, ...choosers])
  if (change.people !== undefined) {
    await setPeople(tx, id, change.people)
    if (change.people.toSorted().join() !== named.toSorted().join()) await raiseVersion(tx, 'inventories', id)
  }
  const changes = difference(before, await factsOf(tx, id))
  const changed = await inventoryById(tx, actor, id)
  const { version } = changed
  if (changes !== undefined)
    await recordOf(tx, actor, { ...inventory, placeId }, 'changed', { ...changes, version })
  return changed
}

type ApprovalChange = { approverId?: Id | null | undefined; mustCount?: number | null | undefined }

/** The person who changes who approves, or the minimum, does not approve. */
function approvalColumns(actor: Actor, { approverId, mustCount }: InventoryRow, change: ApprovalChange) {
  const given = { approverId, mustCount, ...change }
  if (given.approverId === approverId && given.mustCount === mustCount) return {}
  return {
    ...(change.approverId !== undefined && { approver_id: change.approverId }),
    ...(change.mustCount !== undefined && { must_count: change.mustCount }),
    approval_set_by: actor.id,
  }
}

function mustStayAsStarted(
  inventory: InventoryRow,
  { placeId, blind }: { placeId?: Id | undefined; blind?: boolean | undefined },
) {
  if (inventory.status === 'planned') return
  const moves = placeId !== undefined && placeId !== inventory.placeId
  if (moves || (blind !== undefined && blind !== inventory.blind)) throw new Problem('inventory-not-planned')
}

type LateStep = 'read-late' | 'late-included' | 'late-left-out' | 'followed-up' | 'exception-allowed'
type CountStep = 'started' | 'counted' | 'reads-undone' | 'reviewed' | 'recounted'
type Step = 'changed' | CountStep | 'approved' | 'cancelled' | LateStep
type Facts = { before?: object; after?: object; version?: number }

/** A ledger entry about an inventory, in its place or in one of its rooms. */
export const recordOf = (
  tx: Db,
  who: Who,
  { id, inventoryId, placeId }: Pick<InventoryRow, 'id' | 'inventoryId' | 'placeId'>,
  step: Step,
  { before, after = { inventoryId }, ...raised }: Facts = {},
) =>
  record(tx, who, {
    ...{ action: `inventory.${step}`, kind: 'inventory', id, place: placeId },
    ...{ readableId: inventoryId, name: inventoryId, ...(before && { before }), after, ...raised },
  })
