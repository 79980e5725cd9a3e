import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { ownFact } from '@ats/contract/own-fields/types.ts'
import { daysOfChanges } from '@ats/contract/report-days.ts'
import {
  type ChangeFilter,
  changeColumns,
  changedFacts,
  changeFilter,
  movementColumns,
  reports,
} from '@ats/contract/reports.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOwnFields, maySeeField } from '#features/own-fields/own-fields.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { mostLookedUp } from '#kernel/db/paging.ts'
import { mustBeInOrder, within } from './days.ts'
import { lastSeenValues } from './last-seen.ts'
import { holderThen, labelOf, nameThen, pathThen, placesAsked } from './places-then.ts'
import { momentValue, plainValue, reportSource, textValue } from './report-source.ts'

const kept = [
  ...['name_id', 'state_id', 'place_id', 'city_id', 'mm_id', 'property_id', 'aou_id', 'assigned_user_id'],
  ...['assigned_name', 'brand_id', 'vendor_id', 'rfid_tag', 'deleted', 'fields'],
]
const both = sql.join(
  ['before', 'after'].flatMap((side) =>
    kept.map((column) => sql`${sql.ref(`${side}.${column}`)} as ${sql.ref(`${side}_${column}`)}`),
  ),
)
const selected = sql`before.asset_id, before.valid_to as at, after.event_id, ${both}`

/** A change is the end of one version and the start of the next; this finds the next one. */
const next = sql`select * from asset_versions where asset_versions.asset_id = before.asset_id
  and asset_versions.valid_to > before.valid_to and asset_versions.valid_from = before.valid_to offset 0`

const everywhere = sql`select ${selected} from asset_versions as before cross join lateral (${next}) as after
  where before.valid_to < 'infinity'`

/** Changes that ended or started in the places: both indexes are scanned place by place. */
const inPlaces = (places: RawBuilder<unknown>, days: (column: string) => RawBuilder<SqlBool>) => sql`
  select ${selected} from (
    select spans.asset_id, spans.valid_to as at from ${places} cross join lateral (
      select asset_id, valid_to from asset_versions
      where asset_versions.place_id = asked.id and ${days('asset_versions.valid_to')} offset 0) as spans
    union
    select spans.asset_id, spans.valid_from from ${places} cross join lateral (
      select asset_id, valid_from from asset_versions where asset_versions.place_id = asked.id
        and ${days('asset_versions.valid_from')} offset 0) as spans
  ) as found
  cross join lateral (select * from asset_versions
    where asset_versions.asset_id = found.asset_id and asset_versions.valid_to = found.at offset 0) as before
  cross join lateral (${next}) as after`

const period = { neither: `The last ${daysOfChanges} days before it was written` }

async function chooseChanges(db: Db, actor: Actor, filter: ChangeFilter, zone: string) {
  mustBeInOrder(filter)
  const { isSeen, isAsked, fewPlaces: places } = await placesAsked(db, actor, filter)
  const fields = await changedFieldsOf(db, actor)
  const days = (column: string) =>
    within(sql.ref(column), filter, zone) ??
    sql<SqlBool>`${sql.ref(column)} >= now() - make_interval(days => ${daysOfChanges})`
  const side = (start: string, value: RawBuilder<unknown>) =>
    sql`case when ${isSeen(start)} then ${value} end`
  const [before, after] = ['report.before_', 'report.after_'] as const
  return {
    rows: places === undefined ? everywhere : inPlaces(places, days),
    where: sql<SqlBool>`(report.at < 'infinity' and ${days('report.at')}
      and (${isAsked(before)} or ${isAsked(after)}) and ${isSeenChange(fields)})`,
    values: {
      id: plainValue(sql`report.asset_id || ' ' || (report.at at time zone 'UTC')`),
      assetId: plainValue(sql`report.asset_id`),
      at: momentValue(sql`report.at`),
      assetTagId: plainValue(labelOf('report.asset_id')),
      assetName: textValue(
        nameIn(
          isSeen(after),
          nameThen('asset_names', `${after}name_id`),
          nameThen('asset_names', `${before}name_id`),
        ),
      ),
      changed: plainValue(changedText(fields)),
      stateBefore: textValue(side(before, nameThen('asset_states', `${before}state_id`))),
      stateAfter: textValue(side(after, nameThen('asset_states', `${after}state_id`))),
      placeBefore: textValue(side(before, pathThen(before))),
      placeAfter: textValue(side(after, pathThen(after))),
      holderBefore: textValue(side(before, holderThen(before))),
      holderAfter: textValue(side(after, holderThen(after))),
      by: textValue(
        sql`(select ${fullNameOf('events.actor_id')} from events where events.id = report.event_id
          and events.at between report.at - interval '1 day' and report.at)`,
      ),
    },
    order: {
      ...{ name: 'at', by: sql<string>`report.at`, id: sql<string>`report.asset_id` },
      direction: 'desc' as const,
    },
  }
}

const nameIn = (seen: RawBuilder<SqlBool>, now: RawBuilder<unknown>, then: RawBuilder<unknown>) =>
  sql`case when ${seen} then ${now} else ${then} end`

const factColumns: Record<(typeof changedFacts)[number], readonly string[]> = {
  state: ['state_id'],
  place: ['place_id', 'city_id', 'mm_id', 'property_id', 'aou_id'],
  holder: ['assigned_user_id', 'assigned_name'],
  name: ['name_id'],
  tag: ['rfid_tag'],
  brand: ['brand_id'],
  vendor: ['vendor_id'],
  bin: ['deleted'],
}
const differ = (columns: readonly string[]) => {
  const row = (side: string) => sql`row(${sql.join(columns.map((one) => sql.ref(`report.${side}_${one}`)))})`
  return sql`${row('before')} is distinct from ${row('after')}`
}

const fieldDiffers = ({ key }: Pick<OwnField, 'key'>) =>
  sql`report.before_fields -> ${sql.lit(key)} is distinct from report.after_fields -> ${sql.lit(key)}`

/** The names of the changed facts; those of fields are `field:<key>`. */
const changedText = ({ seen }: ChangedFields) =>
  sql`concat_ws(' ', ${sql.join([
    ...changedFacts.map((fact) => sql`case when ${differ(factColumns[fact])} then ${sql.lit(fact)} end`),
    ...seen.map((field) => sql`case when ${fieldDiffers(field)} then ${sql.lit(ownFact(field.key))} end`),
  ])})`

/** Fields whose changes the reader sees, and whether there are others. */
type ChangedFields = { seen: readonly OwnField[]; hasOthers: boolean }

async function changedFieldsOf(db: Db, actor: Actor): Promise<ChangedFields> {
  const fields = await allOwnFields(db)
  const seen = fields.filter((field) => maySeeField(actor, field))
  return { seen, hasOthers: seen.length < fields.length }
}

/** A change of nothing but fields that the reader may not see is no change for them. */
const isSeenChange = (fields: ChangedFields) =>
  fields.hasOthers
    ? sql<SqlBool>`(${differ(kept.filter((column) => column !== 'fields'))}
        ${sql.join(
          fields.seen.map((field) => sql`or ${fieldDiffers(field)}`),
          sql` `,
        )})`
    : sql<SqlBool>`true`

export const changes = reportSource({
  title: 'Changes between Days',
  period,
  permission: reports.changes.permission,
  query: changeFilter,
  headings: changeColumns,
  countedTo: mostLookedUp,
  choose: chooseChanges,
})

export const movements = reportSource({
  title: 'Movements',
  period,
  permission: reports.movements.permission,
  query: changeFilter,
  headings: movementColumns,
  countedTo: mostLookedUp,
  choose: async (db, actor, filter, zone) => {
    const chosen = await chooseChanges(db, actor, filter, zone)
    const { id, assetId, at, assetTagId, assetName, placeBefore, placeAfter, by } = chosen.values
    return {
      ...chosen,
      values: {
        ...{ id, assetId, at, assetTagId, assetName, placeBefore, placeAfter, by },
        ...lastSeenValues(actor, 'report.asset_id'),
      },
      where: sql<SqlBool>`(${chosen.where} and report.before_place_id <> report.after_place_id)`,
    }
  },
})
