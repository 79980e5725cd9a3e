import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'

/** In the order in which everyone makes them. */
const masters = [
  { kind: 'asset-name', table: 'asset_names', column: 'name' },
  { kind: 'brand', table: 'brands', column: 'brand' },
  { kind: 'vendor', table: 'vendors', column: 'vendor' },
] as const

type Sql = RawBuilder<unknown>
type Master = (typeof masters)[number]

/**
 * Names of a stretch of rows that no master has yet become records; one that somebody else makes at the same time is
 * waited for. The order keeps two imports from waiting for each other.
 */
async function insertMissing(tx: Db, actor: Actor, plan: Sql, range: Sql, { kind, table, column }: Master) {
  const name = sql.ref(`plan.new_${column}`)
  await sql`with made as (
      insert into ${sql.table(table)} (name, created_by)
      select distinct on (lower(${name})) ${name}, ${actor.id}::uuid from ${plan} as plan
      where ${range} and plan.action in ('new', 'changed') and ${name} is not null
        and not exists (select from ${sql.table(table)} as known where lower(known.name) = lower(${name}))
      order by lower(${name}), plan.row
      on conflict do nothing
      returning id, name
    )
    insert into events (actor_id, action, record_kind, record_id, after, request_id)
    select ${actor.id}::uuid, ${sql.lit(`${kind}.created`)}, ${sql.lit(kind)}, id, jsonb_build_object('name', name),
      ${actor.requestId} from made order by id`.execute(tx)
}

/** Makes the masters that a stretch of rows needs, and lets the rows point at them. */
export async function createMasters(tx: Db, actor: Actor, plan: Sql, range: Sql) {
  for (const master of masters) await insertMissing(tx, actor, plan, range, master)
  const found = ({ table, column }: Master) => sql`left join ${sql.table(table)} as ${sql.ref(column)}
    on lower(${sql.ref(column)}.name) = lower(${sql.ref(`plan.new_${column}`)})`
  const set = ({ column }: Master) => sql`${sql.ref(`${column}_id`)} =
    coalesce(${sql.ref(`needing.${column}_id`)}, named.${sql.ref(`new_${column}_id`)})`
  const ids = masters.map(({ column }) => sql`${sql.ref(column)}.id as ${sql.ref(`new_${column}_id`)}`)
  await sql`update ${plan} as needing set ${sql.join(masters.map(set))}
    from (
      select plan.row, ${sql.join(ids)} from ${plan} as plan ${sql.join(masters.map(found), sql` `)}
      where ${range} and plan.action in ('new', 'changed')
        and coalesce(plan.new_name, plan.new_brand, plan.new_vendor) is not null
    ) as named
    where needing.row = named.row`.execute(tx)
}
