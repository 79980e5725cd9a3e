import type { counting, PersonToCount } from '@ats/contract/inventories/counting.ts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { placeChosen } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { containsWords } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'
import { inPlaces } from '#kernel/scope.ts'

const given = (kind: string) => sql<Id[]>`array(
  select place_id from user_places join places as given on given.id = user_places.place_id
  where user_places.user_id = users.id and given.kind = ${sql.lit(kind)}
  union all select users.city_id where ${sql.lit(kind)} = 'city'
    and not exists (select from user_places where user_places.user_id = users.id))`

const theirs = {
  ...{ city: given('city'), mm: given('mm'), property: given('property') },
  ...{ aou: given('aou'), room: given('room') },
}

/** A counter must manage assets and see the whole place; `places` is its row. */
const mayCountThere = sql<SqlBool>`(users.deleted_at is null and users.status = 'active'
  and 'manage-asset' = any(roles.permissions) and (roles.everywhere or ${inPlaces(theirs, 'places')}))`

/** Whether all of these people manage assets and see the whole place. */
export async function canCount(tx: Db, placeId: Id, people: readonly Id[]) {
  const { rows } = await sql`select users.id from users join roles on roles.id = users.role_id
    join places on places.id = ${placeId} where users.id = any(${people}::uuid[]) and ${mayCountThere}`.execute(
    tx,
  )
  return rows.length === new Set(people).size
}

export async function mustBeAbleToCount(tx: Db, placeId: Id, people: readonly Id[]) {
  if (people.length > 0 && !(await canCount(tx, placeId, people)))
    throw invalid('people', 'inventory-person-out-of-scope')
}

/** The approver sees the place, and takes no other part: `planners` are the people who plan. */
export async function mustBeApprover(
  tx: Db,
  placeId: Id,
  { approverId, people }: { approverId: Id | null; people: readonly Id[] },
  planners: readonly Id[],
) {
  if (approverId === null) return
  if (planners.includes(approverId) || people.includes(approverId))
    throw invalid('approverId', 'inventory-approver-takes-part')
  if (!(await canCount(tx, placeId, [approverId])))
    throw invalid('approverId', 'inventory-person-out-of-scope')
}

/** The named people who may still count there, and the names of the others. */
export async function peopleForNext(tx: Db, id: Id, placeId: Id) {
  const { rows } = await sql<{ id: Id; name: string; may: boolean }>`
    select users.id, users.full_name as name, ${mayCountThere} as may
    from users join roles on roles.id = users.role_id join places on places.id = ${placeId}
    where users.id = any(${await namedPeople(tx, id)}::uuid[])
    order by lower(users.full_name), users.id`.execute(tx)
  return {
    people: rows.flatMap(({ id: person, may }) => (may ? person : [])),
    leftOut: rows.flatMap(({ name, may }) => (may ? [] : name)),
  }
}

/** If everybody who manages assets there may count, everybody could first look at what is expected. */
export function mustNameCounters({ blind, people }: { blind: boolean; people: readonly Id[] }) {
  if (blind && people.length === 0) throw invalid('people', 'inventory-blind-people')
}

/** The people who can be chosen, by name; an actor who does not manage users sees nothing else of them. */
export async function peopleToCount(
  db: Db,
  actor: Actor,
  { placeId, search, size }: z.output<typeof counting.people.query>,
): Promise<PersonToCount[]> {
  const place = await placeChosen(db, actor, placeId)
  const { rows } = await sql<PersonToCount>`
    select users.id as _id, users.full_name as name, roles.name as role
    from users join roles on roles.id = users.role_id join places on places.id = ${place.id}
    where ${mayCountThere} and ${containsWords(sql`users.full_name`, search)} ${sql.raw(unprepared)}
    order by lower(users.full_name), users.id limit ${size}`.execute(db)
  return rows
}

/** People chosen at the start of counting stay recorded: nobody can see what is expected by stepping down. */
export async function setPeople(tx: Db, id: Id, people: readonly Id[]) {
  await mustNotHaveOpened(tx, id, people)
  await sql`delete from inventory_people using inventories where inventories.id = inventory_id
    and inventory_id = ${id} and status = 'planned' and user_id <> all(${people}::uuid[])`.execute(tx)
  await sql`update inventory_people set is_named = user_id = any(${people}::uuid[])
    where inventory_id = ${id} and is_named <> (user_id = any(${people}::uuid[]))`.execute(tx)
  await sql`insert into inventory_people (inventory_id, user_id, is_named, has_counted)
    select distinct ${id}::uuid, person, true, false from unnest(${people}::uuid[]) as person
    on conflict do nothing`.execute(tx)
}

/** Nobody counts blind after seeing what is expected. */
async function mustNotHaveOpened(tx: Db, id: Id, people: readonly Id[]) {
  const { rows } = await sql<{ name: string }>`select users.full_name as name
    from inventory_viewers join users on users.id = inventory_viewers.user_id
    where inventory_id = ${id} and users.id = any(${people}::uuid[])
    order by lower(users.full_name), users.id limit 3`.execute(tx)
  if (rows.length === 0) return
  throw new Problem('inventory-person-opened-items', { people: rows.map(({ name }) => name).join(', ') })
}

export async function namedPeople(tx: Db, id: Id): Promise<Id[]> {
  const rows = tx.selectFrom('inventory_people').select('user_id').where('inventory_id', '=', id)
  return (await rows.where('is_named', '=', true).orderBy('user_id').execute()).map(({ user_id }) => user_id)
}
