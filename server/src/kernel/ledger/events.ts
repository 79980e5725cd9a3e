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
  /** Where a record that moved was before: who sees either place may know of the move. */
  fromPlace?: Id | null
  /** What people called the record when it happened. */
  readableId?: string
  name?: string
  /** The version of the record that the change led to. */
  version?: number
  before?: object
  after?: object
}

/** What lines keep for reports, beside the names: people read only those. */
export const idFacts = [
  ...['nameId', 'stateId', 'placeId', 'assignedUserId', 'parentId'],
  ...masterDetails.map(({ name }) => idFactOf(name)),
]

/** Writes one line of the ledger; call it in the transaction that makes the change. */
export const record = (tx: Db, who: Who, event: Event) => recordAll(tx, who, [event])

/** Many changes at once write the same lines as one by one, through one statement however many they are. */
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
  /** Who did it; the product itself names only what belongs together. */
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
  /** The rows, each of which is a line: what follows FROM, with its order. */
  from: Expression
}

/** The statement that writes lines for rows of the database, which never leave it; it may follow a WITH. */
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

/** The fields that differ, as they were and as they are; undefined when nothing changed. */
export function difference<T extends object>(before: T, after: T) {
  const changed = (Object.keys(after) as (keyof T)[]).filter(
    (key) => !isDeepStrictEqual(before[key], after[key]),
  )
  if (changed.length === 0) return undefined
  const pick = (from: T) => Object.fromEntries(changed.map((key) => [key, from[key]]))
  return { before: pick(before), after: pick(after) }
}
