import { sql } from 'kysely'
import { everyLifetime } from '#kernel/lifetimes.ts'
import type { Db } from './db.ts'

/** Times are seconds since 1970. */
export type TableFact = {
  table: string
  /** PostgreSQL's estimate, as of the last vacuum or analyze. */
  rows: number
  /** With indexes and partitions. */
  bytes: number
  oldest: number | null
  /** The time from which the oldest row is kept for its days; of a partition its end. */
  keptFrom: number | null
  partitions: { from: number; to: number }[]
}

/** By an index, so it costs the same in a table of any size. */
const firstOf = (table: string, column: string | undefined) =>
  column === undefined
    ? 'null'
    : `(select moment_of(${column}) from ${table} where ${column} is not null order by ${column} limit 1)`

const names = everyLifetime.map(([table]) => `'${table}'`)
const oldestRows = everyLifetime
  .filter(([, { at, until }]) => (at ?? until) !== undefined)
  .map(
    ([table, { at, until }]) =>
      `select '${table}', ${firstOf(table, at)}::timestamptz, ${firstOf(table, until ?? at)}::timestamptz`,
  )

const seconds = (moment: string) => `extract(epoch from ${moment})::float8`

/** One row for each declared table, from the catalogue and by indexes: nothing is counted. */
export const tableFactsQuery = `
  with recursive part (name, oid) as (
    select declared.name, pg_class.oid from unnest(array[${names.join(', ')}]) as declared (name)
    join pg_namespace on nspname in ('public', 'jobs', 'staging')
    join pg_class on relnamespace = pg_namespace.oid and relkind in ('r', 'p') and not relispartition
      and declared.name = case nspname when 'public' then relname when 'jobs' then 'jobs.' || relname else nspname end
    union all select part.name, inhrelid from part join pg_inherits on inhparent = part.oid
  ), size as (
    select name, sum(greatest(reltuples, 0)) filter (where relkind = 'r') as rows,
      sum(pg_total_relation_size(pg_class.oid)) as bytes
    from part join pg_class on pg_class.oid = part.oid group by name
  ), bounds as (
    select name, coalesce(moment_of(bound[1]), 'epoch') as "from", moment_of(bound[2]) as "to" from part
    join pg_class on pg_class.oid = part.oid and relispartition
    cross join regexp_match(pg_get_expr(relpartbound, pg_class.oid),
      $$FROM \\((?:'([^']+)'|MINVALUE)\\) TO \\('([^']+)'\\)$$) as bound
    where bound is not null
  ), partitions as (
    select name, min("from") as oldest, min("to") as kept_from,
      json_agg(json_build_object('from', ${seconds('"from"')}, 'to', ${seconds('"to"')}) order by "from") as list
    from bounds group by name
  ), rows (name, oldest, kept_from) as (${oldestRows.join('\n    union all ')})
  select size.name as "table", coalesce(size.rows, 0)::float8 as rows, size.bytes::float8 as bytes,
    ${seconds('case when rows.name is null then partitions.oldest else rows.oldest end')} as oldest,
    ${seconds('coalesce(partitions.kept_from, rows.kept_from)')} as "keptFrom",
    coalesce(partitions.list, '[]') as partitions
  from size left join partitions on partitions.name = size.name left join rows on rows.name = size.name
  order by size.name`

export async function tableFacts(db: Db): Promise<TableFact[]> {
  return (await sql.raw<TableFact>(tableFactsQuery).execute(db)).rows
}
