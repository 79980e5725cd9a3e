import { isDeepStrictEqual } from 'node:util'
import type { AuditAction, RecordKind } from '@ats/contract/audit.ts'
import { sql } from 'kysely'
import type { Who } from './actor.ts'
import type { Db, Id } from './db.ts'

export type Event = {
  action: AuditAction
  kind: RecordKind
  id: Id
  place?: Id | null
  before?: object
  after?: object
}

/** Writes one line of the ledger; call it in the transaction that makes the change. */
export const record = (tx: Db, who: Who, event: Event) => recordAll(tx, who, [event])

/** Many changes at once write the same lines as one by one, through one statement however many they are. */
export async function recordAll(tx: Db, who: Who, events: readonly Event[]) {
  if (events.length === 0) return
  const column = (value: (event: Event) => string | null | undefined) =>
    events.map((event) => value(event) ?? null)
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value))
  await sql`insert into events (actor_id, action, record_kind, record_id, place_id, before, after, request_id)
    select ${who.id}::uuid, line.action, line.kind, line.id, line.place, line.before, line.after, ${who.requestId}
    from unnest(${column(({ action }) => action)}::text[], ${column(({ kind }) => kind)}::text[],
      ${column(({ id }) => id)}::uuid[], ${column(({ place }) => place)}::uuid[],
      ${column(({ before }) => json(before))}::jsonb[], ${column(({ after }) => json(after))}::jsonb[]
    ) with ordinality as line (action, kind, id, place, before, after, position)
    order by line.position`.execute(tx)
}

/** The fields that differ, as they were and as they are; undefined when nothing changed. */
export function difference<T extends object>(before: T, after: T) {
  const changed = (Object.keys(after) as (keyof T)[]).filter(
    (key) => !isDeepStrictEqual(before[key], after[key]),
  )
  if (changed.length === 0) return undefined
  const pick = (from: T) => Object.fromEntries(changed.map((key) => [key, from[key]]))
  return { before: pick(before), after: pick(after) }
}
