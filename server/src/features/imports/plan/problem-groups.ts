import type { ImportColumn } from '@ats/contract/import-columns.ts'
import type { ImportProblemGroup } from '@ats/contract/imports.ts'
import { placeKinds } from '@ats/contract/places.ts'
import { type RawBuilder, sql } from 'kysely'
import { cellReader, tablesOf } from '#features/imports/file/staging.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { columnOf } from './reasons.ts'

export type StoredGroup = Pick<ImportProblemGroup, 'problem' | 'kind' | 'rows'>

/** Without the row number that some reasons contain. */
const stem = sql`case when code like 'field:%' then code
  else split_part(code, ':', 1) || ':' || split_part(code, ':', 2) end`

/**
 * Indexes the wrong rows by problem, so that a page of one problem is an index scan however many others there
 * are. Returns the number of rows of each; there are at most columns times reasons.
 */
export async function groupProblems(db: Db, id: Id): Promise<StoredGroup[]> {
  const { plan, problems } = tablesOf(id)
  await sql`drop table if exists ${problems}`.execute(db)
  await sql`create unlogged table ${problems} as
    select distinct ${stem} as problem, row from ${plan}, unnest(codes) as code where action = 'wrong'`.execute(
    db,
  )
  await sql`create index on ${problems} (problem, row)`.execute(db)
  await sql`analyze ${problems}`.execute(db)
  return groupsOf(db, id)
}

/** Updates the index of the wrong rows for rows that were checked again. */
export async function regroupProblems(db: Db, id: Id, rows: readonly number[]): Promise<StoredGroup[]> {
  const { plan, problems } = tablesOf(id)
  await sql`delete from ${problems} where row = any(${rows}::int[])`.execute(db)
  await sql`insert into ${problems} (problem, row)
    select distinct ${stem}, row from ${plan}, unnest(codes) as code
    where action = 'wrong' and row = any(${rows}::int[])`.execute(db)
  return groupsOf(db, id)
}

async function groupsOf(db: Db, id: Id): Promise<StoredGroup[]> {
  const { problems } = tablesOf(id)
  const { rows } = await sql<StoredGroup>`select problem, 'wrong' as kind, count(*) as rows from ${problems}
    group by problem order by rows desc, problem`.execute(db)
  return rows
}

/** Why rows could not be undone. */
export async function groupKept(db: Db, id: Id): Promise<StoredGroup[]> {
  const { rows } = await sql<StoredGroup>`select kept as problem, 'kept' as kind, count(*) as rows
    from ${tablesOf(id).plan} where kept is not null group by kept order by rows desc, kept`.execute(db)
  return rows
}

const mostLookedAt = 10_000
const mostValues = 5
/** The characters of a common value; a longer text is cut. */
export const mostLength = 200

type CommonValue = { value: string; rows: number; shallow: number | null; deep: number | null }

/** The most frequent values of the cells with a problem, among the first thousands. */
export async function commonValues(
  db: Db,
  id: Id,
  problem: string,
  { columns, inScope }: { columns: readonly (ImportColumn | null)[]; inScope: RawBuilder<unknown> },
) {
  const { rows: cells, plan, problems } = tablesOf(id)
  const written = cellsOf(columns, columnOf(problem))
  if (written === undefined) return []
  const { rows } = await sql<CommonValue>`
    select left(value, ${sql.lit(mostLength)}) as value, count(*) as rows, min(depth) as shallow, max(depth) as deep from (
      select ${written} as value, ${depthOf(columns)} as depth from ${problems} as problems
      join ${plan} as plan on plan.row = problems.row join ${cells} as cells on cells.row = problems.row
      where problems.problem = ${problem} and ${inScope} order by problems.row limit ${sql.lit(mostLookedAt)}
    ) as first where value is not null and value <> ''
    group by 1 having count(*) > 1 order by rows desc, value limit ${sql.lit(mostValues)}`.execute(db)
  return rows
}

/** The cell that a problem is about; a place may consist of several. */
export function cellsOf(columns: readonly (ImportColumn | null)[], column: string) {
  const read = cellReader(columns)
  const cell = (name: ImportColumn) => sql`cells.${read(name).cell}`
  if (columns.includes(column as ImportColumn)) return cell(column as ImportColumn)
  const parts = column === 'place' ? placeKinds.filter((part) => read(part).given) : []
  return parts.length === 0 ? undefined : sql`concat_ws(' > ', ${sql.join(parts.map(cell))})`
}

/** The level of the lowest cell about the place; null if the file has a column with the whole path. */
function depthOf(columns: readonly (ImportColumn | null)[]) {
  const read = cellReader(columns)
  const levels = columns.includes('place') ? [] : placeKinds.filter((part) => read(part).given).reverse()
  const cases = levels.map(
    (part) => sql`when cells.${read(part).cell} is not null then ${sql.lit(placeKinds.indexOf(part) + 1)}`,
  )
  return cases.length === 0 ? sql`null::int` : sql`case ${sql.join(cases, sql` `)} end`
}
