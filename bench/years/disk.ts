import { onDatabase } from '../../scripts/postgres/databases.ts'

type Table = { name: string; rows: number; heap: number; indexes: number }

/** Tables with their partitions, the largest first. Rows are those that the last analyze estimated. */
const tables = `select coalesce(parent.relname, leaf.relname) as name, sum(greatest(leaf.reltuples, 0))::float8 as rows,
    sum(pg_table_size(leaf.oid))::float8 as heap, sum(pg_indexes_size(leaf.oid))::float8 as indexes
  from pg_class as leaf left join pg_inherits on inhrelid = leaf.oid left join pg_class as parent on parent.oid = inhparent
  where leaf.relkind = 'r' and leaf.relnamespace = 'public'::regnamespace
  group by 1 having sum(pg_total_relation_size(leaf.oid)) > 1000000 order by sum(pg_total_relation_size(leaf.oid)) desc`

/** Prints what the tables take on disk. */
export async function printDisk(url: string, { assets, years }: { assets: number; years: number }) {
  const found = await onDatabase<Table>(url, tables)
  const mb = (bytes: number) => Number((bytes / 1024 ** 2).toFixed(1))
  console.table(
    found.map(({ name, rows, heap, indexes }) => ({
      table: name,
      rows: Math.round(rows),
      'table MB': mb(heap),
      'indexes MB': mb(indexes),
      'bytes a row': Math.round((heap + indexes) / Math.max(1, rows)),
      'bytes an asset and year': Math.round((heap + indexes) / assets / years),
    })),
  )
  const all = found.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0)
  console.log(`${mb(all)} MB in all, of ${assets} assets and ${years.toFixed(1)} years`)
}
