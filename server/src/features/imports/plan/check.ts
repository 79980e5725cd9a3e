import { type AddedMaster, details } from '@ats/contract/assets/fields.ts'
import type { ImportColumn } from '@ats/contract/import-columns.ts'
import type { ImportCounts } from '@ats/contract/imports.ts'
import { type RawBuilder, sql } from 'kysely'
import { prepareFixes } from '#features/imports/file/fixes.ts'
import { cellReader, tablesOf } from '#features/imports/file/staging.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { personInScope, withinScope } from '#kernel/scope.ts'
import { detailCells, detailCodes, detailValues, mastersAddedTo, newNames } from './fields.ts'
import { type OwnPlan, ownCells, ownCodes, ownJoins, ownPlaces, ownPlan, ownValues } from './own-fields.ts'
import { groupProblems } from './problem-groups.ts'

type Sql = RawBuilder<unknown>

/** Separates the names of a path; no name can contain it. */
const joint = sql`chr(31)`

/** Every place in scope by its lower-cased names from the city down. */
function placesInScope(actor: Actor) {
  const names = sql`city.name, mm.name, property.name, aou.name, places.name`
  return sql`select places.id, places.kind, lower(concat_ws(${joint}, ${names})) as key, concat_ws(' > ', ${names}) as path
    from places
    left join places city on city.id = places.city_id and places.kind <> 'city'
    left join places mm on mm.id = places.mm_id and places.kind <> 'mm'
    left join places property on property.id = places.property_id and places.kind <> 'property'
    left join places aou on aou.id = places.aou_id and places.kind <> 'aou'
    where ${withinScope(actor, 'places')}`
}

async function stagePlaces(db: Db, actor: Actor, id: Id) {
  const { places } = tablesOf(id)
  await sql`create unlogged table ${places} as ${placesInScope(actor)}`.execute(db)
  await sql`create index on ${places} (id)`.execute(db)
  await sql`analyze ${places}`.execute(db)
}

/** Places that were created since the check. */
export const stageNewPlaces = (db: Db, actor: Actor, id: Id) => {
  const { places } = tablesOf(id)
  return sql`insert into ${places} (id, kind, key, path)
    select * from (${placesInScope(actor)}) as now
    where not exists (select from ${places} as staged where staged.id = now.id)`.execute(db)
}

/** The cells of a row, each under its own name. */
function given(read: Reader, own: OwnPlan, rows: Sql) {
  const cell = (column: ImportColumn) => read(column).cell
  const parts = (['city', 'mm', 'property', 'aou', 'room'] as const).map(cell)
  const path = sql`coalesce(placed, ${cell('place')})`
  return sql`select row, longer, unreadable,
    normal_tag(${cell('rfidTag')}) as tag,
    ${cell('assetTagId')} as asset_tag,
    case when ${cell('assetTagId')} ~* '^A\\d{7,15}$' then substr(${cell('assetTagId')}, 2)::bigint end as number,
    ${cell('assetName')} as name,
    ${cell('assignedUser')} as holder,
    case when ${path} is not null then lower(regexp_replace(${path}, '\\s*>\\s*', ${joint}, 'g'))
      else nullif(lower(concat_ws(${joint}, ${sql.join(parts)})), '') end as place_key,
    case when ${path} is not null then null when ${cell('room')} is not null then 'room'
      when ${cell('aou')} is not null then 'aou' when ${cell('property')} is not null then 'property'
      when ${cell('mm')} is not null then 'mm' when ${cell('city')} is not null then 'city' end as place_kind,
    ${cell('assetState')} as state,
    ${sql.join(detailCells(cell))}${ownCells(own, cell)}
  from ${rows}`
}

/** People by id, email and full name, if exactly one matches. */
const people = (actor: Actor) => sql`
  select key, (array_agg(id))[1] as id, (array_agg(name))[1] as name
  from (
    select id, full_name as name,
      unnest(array[lower(email), id::text, lower(full_name)]) as key
    from users where deleted_at is null and ${personInScope(actor)}
  ) as keys
  group by key having count(distinct id) = 1`

/** Columns whose cells contain bytes that are not text; columns that are not read do not matter. */
const unreadable = (
  columns: readonly (ImportColumn | null)[],
) => sql`case when g.unreadable is null then '{}' else
  array(select name || ':unreadable' from unnest(g.unreadable) as at
    join unnest(${columns}::text[]) with ordinality as columns (name, number) on number = at + 1
    where name is not null order by at) end`

/** Everything that is wrong with a row, as `column:reason`. */
const codes = (fallback: Fallback, own: Sql) => sql`array_remove(array[
  case when g.longer then 'row:more-cells' end,
  case when g.asset_tag is not null and old.id is null then 'assetTagId:unknown' end,
  case when g.tag is null and g.asset_tag is null and ${fallback.seriesId}::uuid is null then 'rfidTag:missing' end,
  case when length(g.tag) > 128 or g.tag !~ '^[\\x20-\\x7e]*$' then 'rfidTag:malformed' end,
  case when twice.first < g.row then 'rfidTag:twice:' || twice.first end,
  case when by_tag.id is distinct from old.id and by_tag.id is not null then 'rfidTag:in-use' end,
  case when exists (select from void_tags where void_tags.tag = upper(g.tag)) then 'rfidTag:void' end,
  case when filled.name is null and (named or old.id is null) then 'assetName:missing' end,
  case when g.place_key is null and old.id is null and ${fallback.placeId}::uuid is null then 'place:missing' end,
  case when g.place_key is not null and place.id is null then 'place:unknown' end,
  case when g.state is null and old.id is null and ${fallback.stateId}::uuid is null then 'assetState:missing' end,
  case when g.state is not null and state.id is null then 'assetState:unknown' end,
  ${sql.join(detailCodes)}${own}
], null)`

/** Live assets; the planner merges the subselect into the join, it only names the columns. */
const live = (actor: Actor) =>
  sql`(select assets.*, ${withinScope(actor, 'assets')} as seen from assets where deleted_at is null)`

/** The asset of a row: the one with the given number, otherwise the one with the tag. */
const ofOld = (column: string) => sql`case when g.asset_tag is not null then by_number.${sql.ref(column)}
  when by_tag.seen then by_tag.${sql.ref(column)} end as ${sql.ref(column)}`

const leading = [
  ...(['rfid_tag', 'tag_expected', 'name_id', 'state_id', 'place_id'] as const),
  ...(['assigned_user_id', 'assigned_name'] as const),
] as const

const builtIn = [...leading, ...details.map(({ column }) => column)]

/** The columns of an asset that a file can change: `fields` only if it has one of those. */
export const plannedOf = (hasOwn: boolean) => (hasOwn ? [...builtIn, 'fields'] : builtIn)

type Reader = ReturnType<typeof cellReader>

/** Values for new assets whose row does not give them. */
export type Fallback = { name: string | null; placeId: Id | null; stateId: Id | null; seriesId: Id | null }

/** The new value of each asset column; the present one if the file has no such column. */
function newValues(read: Reader, own: OwnPlan, fallback: Fallback): Record<string, Sql> {
  const either = (column: ImportColumn, yes: Sql, no: Sql) => (read(column).given ? yes : no)
  const isSameHolder = sql`lower(g.holder) = lower(old.assigned_name)`
  const values: Record<(typeof leading)[number], Sql> = {
    rfid_tag: sql`coalesce(g.tag, old.rfid_tag)`,
    // The number of a new asset is reserved when its row is applied.
    tag_expected: sql`case when old.id is null then g.tag is null else old.tag_expected
      and coalesce(g.tag, old.rfid_tag) is not distinct from old.rfid_tag end`,
    name_id: either('assetName', sql`name.id`, sql`coalesce(old.name_id, name.id)`),
    state_id: sql`coalesce(state.id, old.state_id, ${fallback.stateId}::uuid)`,
    place_id: sql`coalesce(place.id, old.place_id, ${fallback.placeId}::uuid)`,
    assigned_user_id: either(
      'assignedUser',
      sql`case when ${isSameHolder} then old.assigned_user_id else person.id end`,
      sql`old.assigned_user_id`,
    ),
    assigned_name: either(
      'assignedUser',
      sql`case when ${isSameHolder} then old.assigned_name else coalesce(person.name, g.holder) end`,
      sql`old.assigned_name`,
    ),
  }
  return { ...values, ...detailValues((column) => read(column).given), fields: ownValues(own) }
}

type Added = (typeof mastersAddedTo)[number]
const cellOf = ({ alias }: Added) => sql.ref(alias === 'name' ? 'filled.name' : `g.${alias}`)
const newName = (
  added: Added,
) => sql`case when ${sql.ref(`${added.alias}.id`)} is null then ${cellOf(added)} end
  as ${sql.ref(`new_${added.alias}`)}`
const joinByName = (added: Added) => sql`left join ${sql.table(added.table)} as ${sql.ref(added.alias)}
  on lower(${sql.ref(`${added.alias}.name`)}) = lower(${cellOf(added)})`

/** The columns of the file, and the fields of the organisation among them. */
export type Meaning = { columns: readonly (ImportColumn | null)[]; own: OwnPlan }

export const meaningOf = async (db: Db, actor: Actor, columns: Meaning['columns']): Promise<Meaning> => ({
  columns,
  own: await ownPlan(db, actor, columns),
})

/**
 * Plans rows in one statement. A column that the file does not have stays unchanged; an empty cell clears an
 * optional field.
 */
export function planOf(actor: Actor, id: Id, { columns, own }: Meaning, fallback: Fallback, rows: Sql) {
  const { places } = tablesOf(id)
  const read = cellReader(columns)
  const planned = plannedOf(own.planned)
  const values = newValues(read, own, fallback)
  const news = planned.map((column) => sql`${values[column]} as ${sql.ref(column)}`)
  const olds = planned.map((column) => sql`old.${sql.ref(column)} as ${sql.ref(`old_${column}`)}`)
  const unlike = planned.map((column) => sql`${sql.ref(column)} is distinct from ${sql.ref(`old_${column}`)}`)
  return sql`with g as (${given(read, own, rows)}),
    twice as (select upper(tag) as tag, min(row) as first from g where tag is not null group by 1 having count(*) > 1),
    person as (${people(actor)})${ownPlaces(own, places)},
    joined as (
      select g.row, ${codes(fallback, ownCodes(own, values.name_id as Sql))} || ${unreadable(columns)} as codes, old.id as old_id, old.version, old.number, ${sql.join([...news, ...olds])},
        ${sql.join(mastersAddedTo.map(newName))}
      from g
      cross join (select ${sql.lit(read('assetName').given)} as named) as file
      left join twice on twice.tag = upper(g.tag)
      left join ${live(actor)} as by_number on by_number.number = g.number and by_number.seen
      left join ${live(actor)} as by_tag on upper(by_tag.rfid_tag) = upper(g.tag)
      cross join lateral (select ${sql.join(['id', 'version', 'number', ...planned].map(ofOld))}) as old
      cross join lateral (select coalesce(g.name, case when old.id is null then ${fallback.name}::text end) as name) as filled
      left join ${places} as place on place.key = g.place_key and place.kind = coalesce(g.place_kind, place.kind)
      left join asset_states as state on lower(state.name) = lower(g.state)
      ${sql.join(mastersAddedTo.map(joinByName), sql` `)}
      left join person on person.key = lower(g.holder) ${ownJoins(own, places)}
    )
    select row, case when codes <> '{}' then 'wrong' when old_id is null then 'new'
        when coalesce(${sql.join(newNames)}) is not null or ${sql.join(unlike, sql` or `)}
        then 'changed' else 'unchanged' end as action,
      codes, coalesce(old_id, uuidv7()) as asset_id, version, number, false as applied, null::text as kept,
      ${sql.join([...planned, ...planned.map((column) => `old_${column}`)].map((column) => sql.ref(column)))},
      ${sql.join(newNames)}
    from joined`
}

async function makePlan(db: Db, actor: Actor, id: Id, meaning: Meaning, fallback: Fallback) {
  const { rows, plan } = tablesOf(id)
  await sql`create unlogged table ${plan} as ${planOf(actor, id, meaning, fallback, rows)}`.execute(db)
  await sql`alter table ${plan} add primary key (row)`.execute(db)
  await sql`create index on ${plan} (action, row)`.execute(db)
  await sql`create index on ${plan} (row) where kept is not null`.execute(db)
  await sql`create index on ${plan} (kept, row) where kept is not null`.execute(db)
  await sql`analyze ${plan}`.execute(db)
}

/** Two rows may name the same asset, one by tag and one by number: the first one counts. */
export async function refuseSameAsset(db: Db, id: Id, isMeant: Sql = sql`true`) {
  const { plan } = tablesOf(id)
  await sql`with same as (
      select asset_id, min(row) as first from ${plan} where action in ('changed', 'unchanged') and ${isMeant}
      group by asset_id having count(*) > 1)
    update ${plan} as plan set action = 'wrong', codes = array['row:asset-twice:' || same.first]
    from same where plan.asset_id = same.asset_id and plan.action in ('changed', 'unchanged')
      and plan.row > same.first`.execute(db)
}

export async function checkRows(
  db: Db,
  actor: Actor,
  id: Id,
  meaning: Meaning,
  { placeId, ...fallback }: Fallback,
) {
  const { places, plan } = tablesOf(id)
  await sql`drop table if exists ${places}, ${plan}`.execute(db)
  await prepareFixes(db, id)
  await stagePlaces(db, actor, id)
  const used = { ...fallback, placeId: await withinReach(db, id, placeId) }
  await makePlan(db, actor, id, meaning, used)
  await refuseSameAsset(db, id)
  return {
    counts: await countsOf(db, id),
    problems: await groupProblems(db, id),
    freshRows: await freshRows(db, id),
    fallback: used,
    ...(await mastersToCreate(db, id)),
  }
}

/** The place chosen for new assets counts only while it is in the person's scope. */
export async function withinReach(db: Db, id: Id, placeId: Id | null) {
  const { rows } = await sql`select from ${tablesOf(id).places} where id = ${placeId}::uuid`.execute(db)
  return rows.length > 0 ? placeId : null
}

/** Rows that match no existing asset and do not claim to. */
export async function freshRows(db: Db, id: Id): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${tablesOf(id).plan}
    where version is null and action <> 'changed' and not codes && '{assetTagId:unknown}'`.execute(db)
  return rows[0]?.count ?? 0
}

export async function countsOf(db: Db, id: Id): Promise<ImportCounts> {
  const { plan } = tablesOf(id)
  const { rows } = await sql<{ action: keyof ImportCounts; count: number }>`
    select action, count(*) as count from ${plan} group by action`.execute(db)
  const counts = { new: 0, changed: 0, unchanged: 0, wrong: 0 }
  for (const { action, count } of rows) counts[action] = count
  return counts
}

const mostCreations = 100

type Creation = { kind: AddedMaster; name: string; rows: number }

/** Names that no master has yet, with the number of rows that need each. */
export async function mastersToCreate(db: Db, id: Id) {
  const { plan } = tablesOf(id)
  const kinds = mastersAddedTo.map(({ kind, alias }) => {
    const name = sql.ref(`new_${alias}`)
    return sql`select ${sql.lit(kind)} as kind, min(${name}) as name, count(*) as rows
      from ${plan} where action in ('new', 'changed') and ${name} is not null group by lower(${name})`
  })
  const { rows } = await sql<Creation & { total: number }>`
    select kind, name, rows, count(*) over () as total from (${sql.join(kinds, sql` union all `)}) as creations
    order by rows desc, name limit ${sql.lit(mostCreations)}`.execute(db)
  return { creates: rows.map(({ total: _total, ...row }) => row), createsTotal: rows[0]?.total ?? 0 }
}
