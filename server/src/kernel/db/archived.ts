import type { Archived as ArchivedPart } from '@ats/contract/system.ts'

/** Rows of a table that are only in archives; the number of files is that of the whole table. */
export type Archived = ArchivedPart & { files: number }

const moment = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** The months of inventories may have gaps, so each of them has a row. */
export const archivedQuery = `select distinct on (of, after) of, after, ${moment('to_moment')} as before, file, files
  from (
    select table_name as of, to_moment, file, (count(*) over (partition by table_name))::int as files,
      case when table_name in ('inventory_items', 'inventory_reads') and isfinite(from_moment)
        then ${moment('from_moment')} end as after
    from archives) as parts
  order by of, after, to_moment desc`
