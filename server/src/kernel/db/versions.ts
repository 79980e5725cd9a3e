// Why it is built this way: docs/decisions/058-no-silent-overwrite.md

import { kinds, type RecordKind } from '@ats/contract/record-kinds.ts'
import type { Conflict } from '@ats/contract/versions.ts'
import { sql } from 'kysely'
import { Problem } from '#kernel/http/problem.ts'
import type { Db, Id } from './db.ts'
import type { Tables } from './tables.ts'

/** Tables whose rows have a version. Triggers raise it, except for assets. */
type Versioned = {
  [Table in keyof Tables]: Tables[Table] extends { version: unknown } ? Table : never
}[keyof Tables]
type VersionedKind = {
  [Kind in RecordKind]: (typeof kinds)[Kind]['table'] extends Versioned ? Kind : never
}[RecordKind]

/**
 * The present value of a field: `text` names what its ids refer to, `fact` is its name in the ledger if that
 * differs.
 */
export type FieldNow = { value: unknown; text?: string | null; fact?: string }

/** Fields whose values need no names, and have the same name in the ledger. */
export const plainFields = <T extends object>(values: T): Record<string, FieldNow> =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, { value }]))

/**
 * Rejects a change that is based on an outdated version, with what was changed since, by whom and when. `now`
 * contains the fields that the actor may read. The record is locked from here on.
 */
export async function mustBeVersion(
  tx: Db,
  { kind, id }: { kind: VersionedKind; id: Id },
  edited: number | undefined,
  now: () => Promise<Record<string, FieldNow>> | Record<string, FieldNow>,
) {
  if (edited === undefined) return
  const { rows } = await sql<{ version: number }>`select version from ${sql.table(kinds[kind].table)}
    where id = ${id} for no key update`.execute(tx)
  const version = rows[0]?.version ?? edited
  if (version === edited) return
  const last = await lastChanges(tx, kind, id, edited)
  const changes = Object.entries(await now()).flatMap(([field, { value, text = null, fact = field }]) => {
    const change = last.get(fact)
    return change === undefined ? [] : [{ field, value, text, ...change }]
  })
  throw new Problem('record-changed-meanwhile', {}, { conflict: { version, changes } })
}

type Last = Pick<Conflict['changes'][number], 'by' | 'at'>

/**
 * Who last changed each fact since a version, and when. Jobs, imports and requests write entries without a
 * version. Such an entry counts if it is recent, unless it is the record's first entry or a later entry has a
 * version that was seen. A reminder changes nothing.
 */
async function lastChanges(tx: Db, kind: RecordKind, id: Id, edited: number) {
  const { rows } = await sql<Last & { fact: string }>`
    with lines as (
      select id, at, actor_id, after, version,
        coalesce(max(id) filter (where version <= ${edited}::bigint) over (), min(id) over ()) as seen
      from events where record_kind = ${kind} and record_id = ${id} and action <> 'asset.field-due'
    )
    select distinct on (fact) fact, users.full_name as by, lines.at
    from lines cross join lateral jsonb_object_keys(lines.after) as fact
      left join users on users.id = lines.actor_id
    where lines.version > ${edited}::bigint
      or lines.version is null and lines.at > now() - interval '7 days' and lines.id > lines.seen
    order by fact, lines.id desc`.execute(tx)
  return new Map(rows.map(({ fact, ...last }) => [fact, last]))
}

/** For a change of data that belongs to a record but is in another table. */
export const raiseVersion = (tx: Db, table: Versioned, id: Id) =>
  sql`update ${sql.table(table)} set version = version + 1 where id = ${id}`.execute(tx)
