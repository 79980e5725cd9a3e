import { normalizeTag } from '@ats/contract/epc.ts'
import { kinds, type RecordKind } from '@ats/contract/record-kinds.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { placePath } from '#features/places/places.ts'
import { containing } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'

/** The records that a text refers to: ids by kind, and present or former names of assets. */
export type FoundRecords = { ids: Partial<Record<RecordKind, Id[]>>; names: string[] }

const mostOfAKind = 200
const most = sql.lit(mostOfAKind)

const among = (kind: RecordKind, test: RawBuilder<unknown>) =>
  sql`(select ${sql.lit(kind)} as kind, id, null::text as name from ${sql.table(kinds[kind].table)} as record
    where ${test} order by id desc limit ${most})`

/** Kinds whose records are found by their declared name, and by their number if they have one. */
const named = (Object.keys(kinds) as RecordKind[]).filter(
  (kind) =>
    !['asset', 'state-change', 'export', 'bulk-job', 'place', 'user', 'program', 'role'].includes(kind),
)

/** Each code of an asset has its own query, so that each uses its own index. */
function assetIds(search: string) {
  const tag = normalizeTag(search)
  const number = /^A(\d{7,15})$/i.exec(search)?.[1] ?? null
  return sql`(
    (select id from assets where upper(rfid_tag) = upper(${tag}) and deleted_at is null)
    union (select id from assets where upper(rfid_tag) = upper(${tag}) and deleted_at is not null limit ${most})
    union (select asset_id from asset_tags where upper(rfid_tag) = upper(${tag}) and detached_at is null)
    union (select asset_id from asset_tags where upper(rfid_tag) = upper(${tag}) and detached_at is not null limit ${most})
    union (select id from assets where upper(serial_no) = upper(${search}) limit ${most})
    union (select id from assets where number = ${number}::bigint))`
}

/**
 * Searches the tables of the records, never the ledger itself. Visibility is checked per ledger entry, so
 * these lookups need no scope filter.
 */
export async function recordsFound(db: Db, search: string): Promise<FoundRecords> {
  const holds = (column: string) =>
    sql<SqlBool>`${sql.ref(`record.${column}`)}::text ilike ${containing(search)}`
  const number = /^\d{1,9}$/.test(search) ? Number(search) : null
  const found = [
    ...named.map((kind) => among(kind, holds(kinds[kind].name))),
    among(
      'user',
      sql`record.kind = 'person' and (${holds('full_name')} or ${holds('email')} or number = ${number})`,
    ),
    among('program', sql`record.kind = 'program' and ${holds('full_name')}`),
    among('role', sql`${holds('name')} or number = ${number}`),
    sql`(select 'place' as kind, id, null from places where name ilike ${containing(search.split('>').at(-1)?.trim() ?? '')}
      and ${placePath} ilike ${containing(search)} order by id desc limit ${most})`,
    sql`(select 'asset', id, null from coded)`,
    sql`(select 'state-change', state_changes.id, null from coded join state_changes on state_changes.asset_id = coded.id
      order by state_changes.id desc limit ${most})`,
    sql`(select null, null, name from asset_names where name ilike ${containing(search)} order by name limit ${most})`,
  ]
  const { rows } = await sql<{ kind: RecordKind | null; id: Id; name: string }>`${sql.raw(unprepared)}
    with coded as materialized (select id from ${assetIds(search)} as one)
    ${sql.join(found, sql` union all `)}`.execute(db)
  const ids: FoundRecords['ids'] = {}
  const names = [search]
  for (const { kind, id, name } of rows)
    if (kind === null) names.push(name)
    else ids[kind] = [...(ids[kind] ?? []), id]
  return { ids, names }
}
