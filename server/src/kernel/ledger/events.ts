import { isDeepStrictEqual } from 'node:util'
import { idFactOf, masterDetails } from '@ats/contract/assets/fields.ts'
import type { RecordAction, RecordKind } from '@ats/contract/record-kinds.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Who } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'

export type Event = {
  action: RecordAction
  kind: RecordKind
  id: Id
  place?: Id | null
  /** The former place of a record that moved: people who see either place may see the entry. */
  fromPlace?: Id | null
  /** The readable id and name of the record at that time. */
  readableId?: string
  name?: string
  /** The version of the record after the change. */
  version?: number
  before?: object
  after?: object
}

/** Ids that entries store for reports, in addition to the names that people read. */
export const idFacts = [
  ...['nameId', 'stateId', 'placeId', 'assignedUserId', 'parentId'],
  ...masterDetails.map(({ name }) => idFactOf(name)),
]

/** Writes one ledger entry; call it in the transaction that makes the change. */
export const record = (tx: Db, who: Who, event: Event) => recordAll(tx, who, [event])

/** Writes the same entries as one by one, but in one statement. */
export async function recordAll(tx: Db, who: Who, events: readonly Event[]) {
  if (events.length === 0) return
  const column = <T>(read: (event: Event) => T) => events.map(read)
  await sql`insert into events (actor_id, action, record_kind, record_id, place_id, from_place_id, readable_id,
      record_name, version, before, after, request_id)
    select ${who.id}::uuid, action, kind, id, place, from_place, readable_id, name, version, before::jsonb, after::jsonb,
      ${who.requestId}
    from unnest(${column(({ action }) => action)}::text[], ${column(({ kind }) => kind)}::text[],
      ${column(({ id }) => id)}::uuid[], ${column(({ place = null }) => place)}::uuid[],
      ${column(({ fromPlace = null }) => fromPlace)}::uuid[],
      ${column(({ readableId = null }) => readableId)}::text[], ${column(({ name = null }) => name)}::text[],
      ${column(({ version = null }) => version)}::integer[],
      ${column(({ before }) => textOf(before))}::text[], ${column(({ after }) => textOf(after))}::text[])
      with ordinality as line (action, kind, id, place, from_place, readable_id, name, version, before, after, number)
    order by number`.execute(tx)
}

type Expression = RawBuilder<unknown>
type SelectedEvents = {
  /** The person who did it; for the product itself only the request id, which groups the entries. */
  who: Who | { requestId: Expression }
  action: RecordAction | RawBuilder<RecordAction>
  kind: RecordKind
  id: Expression
  place?: Expression
  fromPlace?: Expression
  readableId?: Expression
  name?: Expression
  before?: Expression
  after?: Expression
  /** The rows, one entry each: what follows FROM, with its order. */
  from: Expression
}

/** A statement that writes entries for rows without transferring them; it may follow a WITH. */
export function insertEvents({ who, action, kind, id, from, ...facts }: SelectedEvents) {
  const none = sql`null`
  const {
    place = none,
    fromPlace = none,
    readableId = none,
    name = none,
    before = none,
    after = none,
  } = facts
  return sql`insert into events (actor_id, action, record_kind, record_id, place_id, from_place_id, readable_id,
      record_name, before, after, request_id)
    select ${'id' in who ? sql`${who.id}::uuid` : none}, ${typeof action === 'string' ? sql.lit(action) : action},
      ${sql.lit(kind)}, ${id}, ${place}, ${fromPlace}, ${readableId}, ${name}, ${before}, ${after},
      ${who.requestId}
    from ${from}`
}

const textOf = (facts: object | undefined) => (facts === undefined ? null : JSON.stringify(facts))

/** The fields that differ, before and after; undefined if nothing changed. A field that one side lacks is null. */
export function difference<T extends object>(before: T, after: T) {
  const keys = Object.keys({ ...before, ...after }) as (keyof T)[]
  const changed = keys.filter((key) => !isDeepStrictEqual(before[key] ?? null, after[key] ?? null))
  if (changed.length === 0) return undefined
  const pick = (from: T) => Object.fromEntries(changed.map((key) => [key, from[key] ?? null]))
  return { before: pick(before), after: pick(after) }
}
