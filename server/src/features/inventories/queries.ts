import type {
  Inventory,
  InventoryFilter,
  InventoryStatus,
  ListedInventory,
} from '@ats/contract/inventories/inventories.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ownJobById } from '#features/bulk-jobs/bulk-jobs.ts'
import { access, countsOf, figureOf, notFound } from '#features/inventories/review/figures.ts'
import { cityNamed, placeNames } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { containsWords } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { boundedPage, counting, mostCounted } from '#kernel/db/paging.ts'
import { found } from '#kernel/http/problem.ts'
import { approvalRefused, inventoryInScope, isHidden, manages, mayCount } from './access.ts'
import { countedShare, hasCounted } from './separation.ts'

/** The names of the place at the start of counting, or the present ones before that. */
export const namesOfPlace = sql<string[]>`coalesce(inventories.place_names, ${placeNames})`

/** The name at a level of the path; 'All' if the place is above that level. */
export const levelOf = (level: number) => sql<string>`coalesce((${namesOfPlace})[${sql.lit(level)}], 'All')`

export const inventoriesAndPlaces = sql`inventories join places on places.id = inventories.place_id
  left join lateral ${countsOf} as counts on true`

const listedRows = (db: Db, actor: Actor) =>
  db
    .selectFrom('inventories')
    .innerJoin('places', 'places.id', 'inventories.place_id')
    .leftJoinLateral(sql<{ total: number }>`${countsOf}`.as<'counts'>('counts'), (join) => join.onTrue())
    .select([
      'inventories.id as _id',
      'inventories.number as id',
      'inventories.readable_id as inventoryId',
      'inventories.started_at as inventoryDate',
      levelOf(2).as('mm'),
      levelOf(3).as('property'),
      figureOf(actor, 'total').as('total'),
      figureOf(actor, 'found').as('found'),
      notFound(actor).as('notFound'),
      access(actor).as('access'),
      sql<string>`${fullNameOf('inventories.created_by')}`.as('createdBy'),
      'inventories.status',
      'inventories.place_id as placeId',
      namesOfPlace.as('placeNames'),
      'inventories.blind',
      'inventories.due_on as dueOn',
    ])

export async function inventoryById(db: Db, actor: Actor, id: Id): Promise<Inventory> {
  const row = found(
    await listedRows(db, actor)
      .select([
        'inventories.repeat',
        'inventories.version',
        'inventories.fixed_readers as fixedReaders',
        figureOf(actor, 'misplaced').as('misplaced'),
        figureOf(actor, 'by_hand').as('seenByHand'),
        figureOf(actor, 'outside').as('outside'),
        figureOf(actor, 'binned').as('binned'),
        figureOf(actor, 'unknown').as('unknown'),
        figureOf(actor, 'weak').as('weak'),
        figureOf(actor, 'unresolved').as('unresolved'),
        'inventories.created_at as createdAt',
        'inventories.reviewed_at as reviewedAt',
        fullNameOf('inventories.approved_by').as('approvedBy'),
        'inventories.approved_at as approvedAt',
        mayCount(actor).as('counts'),
        hasCounted(actor).as('hasCounted'),
        manages(actor).as('manages'),
        approvalRefused(actor, id).as('approvalRefused'),
        'inventories.open_reason as openReason',
        'inventories.must_count as mustCount',
        sql<number | null>`case when inventories.started_at is not null and not ${isHidden(actor)}
          then ${countedShare} end`.as('countedShare'),
        sql<Inventory['approver']>`(select json_build_object('_id', id, 'name', full_name) from users
          where users.id = inventories.approver_id)`.as('approver'),
        sql<Inventory['exception']>`case when inventories.exception_for is not null then json_build_object(
          'for', ${fullNameOf('inventories.exception_for')}, 'forId', inventories.exception_for,
          'by', ${fullNameOf('inventories.exception_by')}, 'reason', inventories.exception_reason,
          'at', inventories.exception_at) end`.as('exception'),
        sql<number | null>`case when not ${isHidden(actor)} then (select count(*) from inventory_late_reads
          where inventory_id = inventories.id and included is null) end`.as('lateReads'),
        'inventories.job_id as jobId',
      ])
      .where('inventories.id', '=', id)
      .where(sql<SqlBool>`${inventoryInScope(actor)}`)
      .executeTakeFirst(),
    'inventory-not-found',
  )
  const { jobId, ...inventory } = row
  const isAtWork = row.status === 'starting' || row.status === 'approving'
  const job = isAtWork && jobId !== null ? await ownJobById(db, actor, jobId) : undefined
  return { ...inventory, people: await peopleOf(db, id), job: job ?? null }
}

const peopleOf = (db: Db, id: Id) =>
  db
    .selectFrom('inventory_people')
    .innerJoin('users', 'users.id', 'inventory_people.user_id')
    .select(['users.id as _id', 'users.full_name as name'])
    .where('inventory_id', '=', id)
    .where('is_named', '=', true)
    .orderBy(sql`lower(users.full_name)`)
    .orderBy('users.id')
    .execute()

type Shown = Omit<InventoryFilter, 'cursor' | 'size'>

const isOpen = sql`inventories.status not in ('approved', 'cancelled')`

/** Open, and past its due date in the time zone of the installation. */
export const isOverdue = (zone: string) =>
  sql`(${isOpen} and inventories.due_on < (now() at time zone ${zone})::date)`

function ofStatus(status: 'open' | 'overdue' | InventoryStatus, zone: string) {
  if (status === 'open') return isOpen
  return status === 'overdue' ? isOverdue(zone) : sql`inventories.status = ${status}`
}

/** All inventories that match a filter, and their number; null: more than the bound. */
export async function shownInventories(db: Db, actor: Actor, filter: Shown, zone: string) {
  const { location, status, fromDate, toDate, search } = filter
  const city = location === undefined ? undefined : await cityNamed(db, actor, location)
  const tests = [
    sql`${inventoryInScope(actor)}`,
    ...(city === undefined ? [] : [sql`places.city_id = ${city.id}`]),
    ...(status === undefined ? [] : [ofStatus(status, zone)]),
    ...(fromDate === undefined ? [] : [sql`inventories.started_on >= ${fromDate}::date`]),
    ...(toDate === undefined ? [] : [sql`inventories.started_on <= ${toDate}::date`]),
    ...(search === ''
      ? []
      : [
          sql`${containsWords(
            sql`concat_ws(' ', inventories.readable_id, array_to_string(${namesOfPlace}, ' > '))`,
            search,
          )} ${sql.raw(unprepared)}`,
        ]),
  ]
  const where = sql<SqlBool>`(${sql.join(tests, sql` and `)})`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from inventories join places on places.id = inventories.place_id where ${where} ${counting}
  ) as counted`.execute(db)
  const count = rows[0]?.count ?? 0
  return { where, total: count > mostCounted ? null : count }
}

/** Figures sort as they are shown, so that the position in the list reveals no hidden figure. */
export function inventoryOrder(actor: Actor, { sort }: Pick<Shown, 'sort'>): RawBuilder<string> {
  const orders: Record<Shown['sort'], RawBuilder<unknown>> = {
    id: sql`inventories.number`,
    inventoryId: sql`inventories.readable_id`,
    inventoryDate: sql`coalesce(inventories.started_at, '-infinity')`,
    total: sql`coalesce(${figureOf(actor, 'total')}, -1)`,
    found: sql`coalesce(${figureOf(actor, 'found')}, -1)`,
    notFound: sql`coalesce(${notFound(actor)}, -1)`,
    access: sql`coalesce(${access(actor)}, -1)`,
    createdBy: sql`lower(${fullNameOf('inventories.created_by')})`,
  }
  return orders[sort] as RawBuilder<string>
}

export async function inventoryPage(db: Db, actor: Actor, filter: InventoryFilter, zone: string) {
  const { sort, direction } = filter
  const by = inventoryOrder(actor, filter)
  const order = { name: sort, by, id: sql<string>`inventories.id`, direction }
  const { where, total } = await shownInventories(db, actor, filter, zone)
  const { rows, ...page } = await boundedPage(listedRows(db, actor).where(where), order, filter, total)
  const inventories: ListedInventory[] = rows.map(({ sortKey: _key, sortId: _id, ...row }) => row)
  return { inventories, ...page }
}
