import { join } from 'node:path'
import { onDatabase } from '../scripts/postgres/databases.ts'
import type { Postgres } from '../scripts/postgres/postgres.ts'
import { run } from '../scripts/processes.ts'

/** The whole schema as text, equal for equal schemas; read from the catalog if pg_dump is missing. */
export async function schemaOf(postgres: Postgres, database: string): Promise<string> {
  if (postgres.bin === null) return catalogOf(postgres.url(database))
  const dump = await run(join(postgres.bin, 'pg_dump'), [
    '--schema-only',
    '--no-owner',
    postgres.url(database),
  ])
  // Each dump has its own random key in these lines.
  return dump.replace(/^\\(un)?restrict .*$/gm, '')
}

async function catalogOf(url: string): Promise<string> {
  const rows = await onDatabase<{ line: string }>(
    url,
    `with ours as (select oid from pg_namespace where nspname = 'public')
    select line from (
      select format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        pg_get_expr(d.adbin, d.adrelid)) as line
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace in (table ours)
      union all
      select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace in (table ours)
      union all
      select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indexrelid
      where c.relnamespace in (table ours)
      union all
      select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
      where c.relnamespace in (table ours) and not tgisinternal
      union all
      select pg_get_functiondef(p.oid) from pg_proc p
      where pronamespace in (table ours) and prokind in ('f', 'p')
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
      union all
      select 'extension ' || extname from pg_extension
    ) as lines order by line`,
  )
  return rows.map(({ line }) => line).join('\n')
}
