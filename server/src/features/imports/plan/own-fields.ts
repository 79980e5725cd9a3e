import { type ImportColumn, ownKeysOf } from '@ats/contract/import-columns.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { type OwnFieldType, ownFact } from '@ats/contract/own-fields/types.ts'
import { type RawBuilder, sql } from 'kysely'
import { maySeeField, presentOwnFields } from '#features/own-fields/own-fields.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'

type Sql = RawBuilder<unknown>

/** The fields of the organisation in the check of a file. */
export type OwnPlan = {
  /** The plan has a column with the values. */
  planned: boolean
  /** Those that the file has a column for. */
  read: readonly OwnField[]
  /** Columns whose field was retired, or that the person may no longer see. */
  retired: readonly string[]
  /** Required ones that the file has no column for. */
  needed: readonly OwnField[]
}

export async function ownPlan(
  db: Db,
  actor: Actor,
  columns: readonly (ImportColumn | null)[],
): Promise<OwnPlan> {
  const keys = ownKeysOf(columns)
  const all = await presentOwnFields(db)
  const seen = all.filter((field) => !field.retired && maySeeField(actor, field))
  return {
    planned: keys.length > 0,
    read: seen.filter(({ key }) => keys.includes(key)),
    retired: keys.filter((key) => !seen.some((field) => field.key === key)),
    needed: seen.filter(({ key, required }) => required && !keys.includes(key)),
  }
}

/** The aliases of a field in the statement. */
const cellOf = (at: number) => sql.ref(`g.own_${at}`)
const parsedOf = (at: number) => sql.ref(`own.own_${at}`)
const heldOf = (at: number, column: string) => sql.ref(`held_${at}.${column}`)
const foundOf = (at: number, column: string) => sql.ref(`found_${at}.${column}`)
const before = ({ key }: OwnField) => sql`(old.fields -> ${sql.lit(key)})`
const beforeText = ({ key }: OwnField) => sql`(old.fields ->> ${sql.lit(key)})`

const joint = sql`chr(31)`
/** The names of the path in a cell, as places are found by. */
const placeKey = (at: number) => sql.ref(`g.own_${at}_path`)

/** The path of a place out of scope: a file may repeat what the person was shown, without a change. */
const pathKeyOf = (
  id: Sql,
) => sql`(select lower(concat_ws(${joint}, city.name, mm.name, property.name, aou.name, here.name))
  from places as here
  left join places city on city.id = here.city_id and here.kind <> 'city'
  left join places mm on mm.id = here.mm_id and here.kind <> 'mm'
  left join places property on property.id = here.property_id and here.kind <> 'property'
  left join places aou on aou.id = here.aou_id and here.kind <> 'aou'
  where here.id = case when ${id} ~ '^[0-9a-f-]{36}$' then ${id}::uuid end)`

/** Labels and keys of the choices: of all, with every key that a text may mean, or of those that can be chosen.
 * Labels come before keys. */
const choicesOf = ({ choices }: OwnField) => sql`(select lower(text) as text, key, rank, retired
  from jsonb_to_recordset(${JSON.stringify(choices)}::jsonb)
    as choice (key text, label text, "labelHi" text, retired boolean),
    unnest(array[label, "labelHi", key]) with ordinality as texts (text, rank) where text is not null) as choices`
const allChoices = (field: OwnField) => sql`(select jsonb_object_agg(text, keys)
  from (select text, jsonb_agg(key) as keys from (
    select text, key, rank, min(rank) over (partition by text) as best from ${choicesOf(field)}) as ranked
    where rank = best group by text) as named)`
const activeChoices = (field: OwnField) => sql`(select jsonb_object_agg(text, key order by rank desc)
  from ${choicesOf(field)} where not retired)`

/**
 * The forms that nearly all files have are read in place. The functions read every form, but cost ten times as much.
 */
const readAs = {
  number: (cell: Sql) => sql`case when ${cell} ~ '^-?[0-9]{1,12}$' then to_jsonb(${cell}::bigint)
    else readable_number(${cell}) end`,
  money: (cell: Sql) => sql`case when ${cell} ~ '^-?[0-9]{1,12}[.][0-9]{2}$'
    then to_jsonb(replace(${cell}, '.', '')::bigint) else readable_money(${cell}) end`,
  // Every month has 28 days.
  day: (cell: Sql) => sql`case when ${cell} ~ '^[12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$'
    then to_jsonb(${cell}) else to_jsonb(readable_day(${cell})) end`,
  yesNo: (cell: Sql) => sql`case ${cell} when 'Yes' then 'true'::jsonb when 'No' then 'false'::jsonb
    else readable_yes_no(${cell}) end`,
  link: (cell: Sql) => sql`case when length(${cell}) <= 2000
      and ${cell} ~ '^https?://[a-z0-9.-]+(/[A-Za-z0-9._~/-]*)?$' then to_jsonb(${cell})
    else readable_link(${cell}) end`,
}

/**
 * The value of a cell; null if it does not fit. A cell that says what the asset already has is that value, even
 * when it could no longer be chosen.
 */
const values: Record<OwnFieldType, (field: OwnField, at: number) => Sql> = {
  // A spreadsheet's quote before a formula was removed from the cell.
  text: (field, at) => sql`case when ${beforeText(field)} = '''' || ${cellOf(at)} then ${before(field)}
    when length(${cellOf(at)}) <= 1000 then to_jsonb(${cellOf(at)}) end`,
  number: (_field, at) => readAs.number(cellOf(at)),
  money: (_field, at) => readAs.money(cellOf(at)),
  day: (_field, at) => readAs.day(cellOf(at)),
  'yes-no': (_field, at) => readAs.yesNo(cellOf(at)),
  choice: (field, at) => sql`case
    when ${allChoices(field)} -> lower(${cellOf(at)}) ? ${beforeText(field)} then ${before(field)}
    else ${activeChoices(field)} -> lower(${cellOf(at)}) end`,
  link: (field, at) => sql`case when ${beforeText(field)} = ${cellOf(at)} then ${before(field)}
    else ${readAs.link(cellOf(at))} end`,
  person: (field, at) => sql`case when lower(${cellOf(at)}) in
      (lower(${heldOf(at, 'email')}), lower(${heldOf(at, 'full_name')}), ${heldOf(at, 'id')}::text) then ${before(field)}
    else to_jsonb(${foundOf(at, 'id')}) end`,
  place: (field, at) => sql`case when ${heldOf(at, 'key')} = ${placeKey(at)} then ${before(field)}
    when ${foundOf(at, 'id')} is not null then to_jsonb(${foundOf(at, 'id')})
    when ${beforeText(field)} is not null and ${pathKeyOf(beforeText(field))} = ${placeKey(at)} then ${before(field)} end`,
}

/** What a value that does not fit is said to be. */
const misfits: Record<OwnFieldType, string> = {
  text: 'too-long',
  number: 'wrong-number',
  money: 'wrong-money',
  day: 'wrong-day',
  'yes-no': 'wrong-yes-no',
  choice: 'unknown-choice',
  link: 'wrong-link',
  person: 'unknown-person',
  place: 'unknown-place',
}

const none = sql``
const listed = (parts: Sql[]) => (parts.length === 0 ? none : sql`, ${sql.join(parts)}`)
const code = (key: string, reason: string) => sql.lit(`${ownFact(key)}:${reason}`)

export const ownCells = ({ read }: OwnPlan, cell: (column: ImportColumn) => Sql) =>
  listed(
    read.flatMap(({ key, type }, at) => {
      const written = cell(ownFact(key))
      const named = sql`${written} as ${sql.ref(`own_${at}`)}`
      if (type !== 'place') return [named]
      const path = sql`lower(regexp_replace(${written}, '\\s*>\\s*', ${joint}, 'g'))`
      return [named, sql`${path} as ${sql.ref(`own_${at}_path`)}`]
    }),
  )

/** Places by their path, and by their name if no other place has it. */
export const ownPlaces = ({ read }: OwnPlan, places: Sql) =>
  read.some(({ type }) => type === 'place')
    ? sql`, own_path as (select key, (array_agg(id))[1] as id from ${places} group by key having count(*) = 1),
    own_place as (
      select key, id from own_path union all
      select name, (array_agg(id))[1] from (
        select regexp_replace(key, '^.*' || ${joint}, '') as name, id from ${places}) as named
      where not exists (select from ${places} where key = name) group by name having count(*) = 1)`
    : none

const joins: Partial<Record<OwnFieldType, (field: OwnField, at: number, places: Sql) => Sql>> = {
  person: (
    field,
    at,
  ) => sql`left join person as ${sql.ref(`found_${at}`)} on ${foundOf(at, 'key')} = lower(${cellOf(at)})
    left join users as ${sql.ref(`held_${at}`)} on ${heldOf(at, 'id')}::text = ${beforeText(field)}`,
  place: (
    field,
    at,
    places,
  ) => sql`left join own_place as ${sql.ref(`found_${at}`)} on ${foundOf(at, 'key')} = ${placeKey(at)}
    left join ${places} as ${sql.ref(`held_${at}`)} on ${heldOf(at, 'id')}::text = ${beforeText(field)}`,
}

/** Joined after the asset of the row, because a value may be compared with the present one. */
export function ownJoins({ read }: OwnPlan, places: Sql) {
  if (read.length === 0) return none
  const named = read.flatMap((field, at) => joins[field.type]?.(field, at, places) ?? [])
  const parsed = read.map((field, at) => sql`${values[field.type](field, at)} as ${sql.ref(`own_${at}`)}`)
  // Without the offset each value would be computed as often as it is used.
  return sql`${sql.join(named, sql` `)} cross join lateral (select ${sql.join(parsed)} offset 0) as own`
}

/** What is wrong with the values, as `field:key:reason`; `nameId` is the name that the asset will have. */
export function ownCodes({ read, retired, needed }: OwnPlan, nameId: Sql) {
  const applies = ({ assetNameIds: ids }: OwnField) =>
    ids === null ? sql`true` : sql`coalesce(${nameId} = any(${ids}::uuid[]), false)`
  return listed([
    ...read.flatMap((field, at) => {
      const { key, type, required, assetNameIds } = field
      const misfit = sql`case when ${cellOf(at)} is not null and ${parsedOf(at)} is null
        then ${code(key, misfits[type])} end`
      const missing = sql`case when ${cellOf(at)} is null and (old.id is null or ${before(field)} is not null)
        and ${applies(field)} then ${code(key, 'required')} end`
      const elsewhere = sql`case when ${parsedOf(at)} is not null and ${parsedOf(at)} is distinct from ${before(field)}
        and not ${applies(field)} then ${code(key, 'other-name')} end`
      return [misfit, ...(required ? [missing] : []), ...(assetNameIds === null ? [] : [elsewhere])]
    }),
    ...retired.map((key) => code(key, 'retired')),
    ...needed.map(
      (field) => sql`case when old.id is null and ${applies(field)} then ${code(field.key, 'required')} end`,
    ),
  ])
}

const most = 40

/** One JSON object of many pairs: a function takes at most a hundred arguments. */
export const jsonOf = (pairs: readonly (readonly [string, Sql])[]) =>
  sql.join(
    Array.from({ length: Math.ceil(pairs.length / most) }, (_, chunk) => {
      const some = pairs.slice(chunk * most, (chunk + 1) * most)
      return sql`jsonb_build_object(${sql.join(some.map(([name, value]) => sql`${sql.lit(name)}, ${value}`))})`
    }),
    sql` || `,
  )

/** Values of fields that are not in the file stay. */
export const ownValues = ({ read }: OwnPlan) =>
  read.length === 0
    ? sql`coalesce(old.fields, '{}')`
    : sql`coalesce(old.fields, '{}') - ${read.map(({ key }) => key)}::text[]
      || jsonb_strip_nulls(${jsonOf(read.map(({ key }, at) => [key, parsedOf(at)] as const))})`
