import { isDeepStrictEqual } from 'node:util'
import type { AuditAction, RecordKind } from '@ats/contract/audit.ts'
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

/** Many changes at once write the same lines as one by one. */
export async function recordAll(tx: Db, who: Who, events: readonly Event[]) {
  if (events.length === 0) return
  const rows = events.map(({ action, kind, id, place = null, before, after }) => ({
    actor_id: who.id,
    action,
    record_kind: kind,
    record_id: id,
    place_id: place,
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
    request_id: who.requestId,
  }))
  await tx.insertInto('events').values(rows).execute()
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
