import type pg from 'pg'

export type Column = {
  name: string
  type: string
  nullable: boolean
  default: string | null
  identity: 'always' | 'by default' | null
  computed: string | null
}

export type Table = {
  name: string
  options: string | null
  /** The partitioning of the table, such as `RANGE (read_at)`. */
  partition: string | null
  columns: Column[]
  constraints: string[]
  indexes: string[]
  triggers: string[]
  statistics: string[]
}

export type Schema = {
  extensions: string[]
  schemas: string[]
  sequences: string[]
  types: string[]
  functions: string[]
  tables: Table[]
}

// Objects of an extension are left out, and so is uuidv7, which PostgreSQL 18 has built in. So the schema reads the
// same on every version. Only `public` is ours: pg-boss owns the jobs, and staging tables are temporary.
const ours = (catalogue: string, oid: string) =>
  `not exists (select from pg_depend where classid = '${catalogue}'::regclass and objid = ${oid} and deptype = 'e')`

const definitions = {
  extensions: `select extname as definition from pg_extension where extname <> 'plpgsql' order by 1`,
  schemas: `select nspname as definition from pg_namespace where nspname = 'staging'`,
  sequences: `select relname as definition from pg_class
    where relkind = 'S' and relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'i') order by relname`,
  types: `select format(E'%s as (\\n  %s\\n)', relname, string_agg(attname || ' ' || format_type(atttypid, atttypmod), E',\\n  ' order by attnum)) as definition
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind = 'c' and relnamespace = 'public'::regnamespace group by relname order by relname`,
  functions: `select pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace and proname <> 'uuidv7' and ${ours('pg_proc', 'pg_proc.oid')}
    order by proname, pg_get_function_identity_arguments(oid)`,
}

const tables = `select relname as name, array_to_string(reloptions, ', ') as options,
    pg_get_partkeydef(pg_class.oid) as partition, array(
      select json_build_object('name', attname, 'type', format_type(atttypid, atttypmod), 'nullable', not attnotnull,
        'default', case when attgenerated = '' then pg_get_expr(adbin, adrelid) end,
        'identity', case attidentity when 'a' then 'always' when 'd' then 'by default' end,
        'computed', case when attgenerated <> '' then pg_get_expr(adbin, adrelid) end)
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped order by attnum) as columns,
    array(select format('%I %s', conname, pg_get_constraintdef(oid)) from pg_constraint
      where conrelid = pg_class.oid and contype in ('p', 'u', 'c', 'f', 'x')
      order by array_position(array['p', 'u', 'c', 'f', 'x']::"char"[], contype), conname) as constraints,
    array(select pg_get_indexdef(indexrelid) from pg_index join pg_class as index on index.oid = indexrelid
      where indrelid = pg_class.oid and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
      order by index.relname) as indexes,
    array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = pg_class.oid and not tgisinternal order by tgname) as triggers,
    array(select pg_get_statisticsobjdef(oid) from pg_statistic_ext where stxrelid = pg_class.oid order by stxname) as statistics
  from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition
  order by relname`

/** The result of the migrations, in an order that does not depend on theirs. */
export async function readSchema(client: pg.Client): Promise<Schema> {
  const all = async (text: string) =>
    (await client.query<{ definition: string }>(text)).rows.map(({ definition }) => definition)
  return {
    extensions: await all(definitions.extensions),
    schemas: await all(definitions.schemas),
    sequences: await all(definitions.sequences),
    types: await all(definitions.types),
    functions: await all(definitions.functions),
    tables: (await client.query<Table>(tables)).rows,
  }
}
