import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { insertEvents } from '#kernel/ledger/events.ts'
import { mastersAddedTo, newNames } from './fields.ts'

type Sql = RawBuilder<unknown>
type Rows = { plan: Sql; range: Sql }
type Master = (typeof mastersAddedTo)[number]

/**
 * Adds the names of a range of rows that no master has yet; waits if another transaction adds the same one.
 * The fixed order keeps two imports from deadlocking.
 */
async function insertMissing(
  tx: Db,
  actor: Actor,
  id: Id,
  { plan, range }: Rows,
  { kind, table, alias }: Master,
) {
  const name = sql.ref(`plan.new_${alias}`)
  await sql`with made as (
      insert into ${sql.table(table)} (name, created_by)
      select distinct on (lower(${name})) ${name}, ${actor.id}::uuid from ${plan} as plan
      where ${range} and plan.action in ('new', 'changed') and ${name} is not null
        and not exists (select from ${sql.table(table)} as known where lower(known.name) = lower(${name}))
      order by lower(${name}), plan.row
      on conflict do nothing
      returning id, name
    ), remembered as (
      insert into import_masters (import_id, kind, master_id) select ${id}::uuid, ${sql.lit(kind)}, id from made
    )
    ${insertEvents({
      ...{ who: actor, action: `${kind}.created`, kind, id: sql`id` },
      after: sql`jsonb_build_object('name', name)`,
      from: sql`made order by id`,
    })}`.execute(tx)
}

const found = ({ table, alias }: Master) => sql`left join ${sql.table(table)} as ${sql.ref(alias)}
  on lower(${sql.ref(`${alias}.name`)}) = lower(${sql.ref(`plan.new_${alias}`)})`
const foundId = ({ alias }: Master) => sql`${sql.ref(`${alias}.id`)} as ${sql.ref(`new_${alias}_id`)}`
const set = ({ alias, column }: Master) => sql`${sql.ref(column)} =
  coalesce(${sql.ref(`needing.${column}`)}, ${sql.ref(`named.new_${alias}_id`)})`

/** Creates the masters that a range of rows needs, and sets their ids in the rows. */
export async function createMasters(tx: Db, actor: Actor, id: Id, rows: Rows) {
  const { plan, range } = rows
  for (const master of mastersAddedTo) await insertMissing(tx, actor, id, rows, master)
  await sql`update ${plan} as needing set ${sql.join(mastersAddedTo.map(set))}
    from (
      select plan.row, ${sql.join(mastersAddedTo.map(foundId))}
      from ${plan} as plan ${sql.join(mastersAddedTo.map(found), sql` `)}
      where ${range} and plan.action in ('new', 'changed') and coalesce(${sql.join(newNames)}) is not null
    ) as named
    where needing.row = named.row`.execute(tx)
}
