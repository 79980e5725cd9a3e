import { kinds, type RecordKind, recordKinds } from '@ats/contract/record-kinds.ts'
import { type RawBuilder, sql } from 'kysely'
import { placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { withinScope } from '#kernel/scope.ts'

type Lookup = RawBuilder<string | null>

/** A value of the record that an entry is about, if the record still exists. */
const fromRecord = (kind: RecordKind, value: RawBuilder<unknown>): Lookup =>
  sql`(select ${value} from ${sql.table(kinds[kind].table)} as record where record.id = events.record_id)`

const byKind = (lookups: Partial<Record<RecordKind, Lookup>>): Lookup =>
  sql`case events.record_kind ${sql.join(
    Object.entries(lookups).map(([kind, lookup]) => sql`when ${sql.lit(kind)} then ${lookup}`),
    sql` `,
  )} end`

const label = sql`asset_tag_id(record.number)`
const number = sql`record.number::text`

/** Old entries do not store it; it is then taken from the record. */
export const readableId: Lookup = sql`coalesce(events.readable_id, ${byKind({
  asset: fromRecord('asset', label),
  'state-change': sql`(select ${label} from state_changes join assets as record on record.id = state_changes.asset_id
    where state_changes.id = events.record_id)`,
  user: fromRecord('user', number),
  role: fromRecord('role', number),
})})`

/** These are shown with their name at the time; others with their present name while they exist. */
const calledAsThen: readonly RecordKind[] = ['asset', 'state-change']

/** The path of a place, only for people who see the place. */
const pathOf = (actor: Actor): Lookup =>
  sql`(select ${placePath} from places where places.id = events.record_id and ${withinScope(actor, 'places')})`

export function recordName(actor: Actor): Lookup {
  const current = recordKinds
    .filter((kind) => !calledAsThen.includes(kind))
    .map((kind) => [
      kind,
      kind === 'place'
        ? pathOf(actor)
        : fromRecord(kind, sql`${sql.ref(`record.${kinds[kind].name}`)}::text`),
    ])
  const facts = ['assetName', 'name', 'fileName', 'list', 'work'].flatMap((fact) => [
    sql`events.after ->> ${sql.lit(fact)}`,
    sql`events.before ->> ${sql.lit(fact)}`,
  ])
  return sql`coalesce(${sql.join([byKind(Object.fromEntries(current)), sql`events.record_name`, ...facts])})`
}
