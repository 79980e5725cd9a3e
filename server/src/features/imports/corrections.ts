import { type ImportColumn, placeColumns } from '@ats/contract/import-columns.ts'
import type { ImportCorrection } from '@ats/contract/import-corrections.ts'
import { type RawBuilder, sql } from 'kysely'
import { placeChosen, placePathOf } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'
import type { Services } from '#kernel/services.ts'
import { prepareFixes } from './file/fixes.ts'
import { stagedText, tablesOf } from './file/staging.ts'
import { unreadableSign } from './file/table-file.ts'
import { begin, importToChange, mustBe, mustHaveRows } from './imports.ts'
import { checkImport } from './plan/check-import.ts'
import { cellsOf } from './plan/problem-groups.ts'
import { columnOf } from './plan/reasons.ts'
import { type ImportRecord, readingStaged, rowsInScope } from './queries.ts'

/** Up to this many corrected rows are checked within the request, unless the whole file has to be indexed first. */
const mostChecked = 1000
const mostIndexed = 100_000

/** The position of the chosen place among the cells of a row: it replaces all cells about the place. */
const placed = -1
const columnAt = (at: number) => sql.ref(at === placed ? 'placed' : `c${at}`)

type Change = { at: number; value: string | null }

async function changesOf(tx: Db, actor: Actor, { columns }: ImportRecord, to: ImportCorrection['to']) {
  if ('placeId' in to) {
    const { id } = await placeChosen(tx, actor, to.placeId, 'to.placeId')
    return [{ at: placed, value: await placePathOf(tx, id) }]
  }
  const at = columns.indexOf(to.column)
  if (at < 0) throw invalid('to.column', 'import-columns-incomplete')
  const change: Change = { at, value: stagedText(to.value) }
  const isPlace = (placeColumns as readonly ImportColumn[]).includes(to.column)
  return isPlace ? [change, { at: placed, value: null }] : [change]
}

/** Only wrong rows in the person's scope are corrected. */
function rowsMeant(actor: Actor, { id, columns }: ImportRecord, of: ImportCorrection['of']) {
  const { rows, plan, problems } = tablesOf(id)
  const isOpen = sql`plan.action = 'wrong' and ${rowsInScope(actor)}`
  if ('rows' in of)
    return sql`select plan.row from ${plan} as plan where plan.row = any(${of.rows}::int[]) and ${isOpen}`
  const written = cellsOf(columns, columnOf(of.problem))
  if (written === undefined) throw invalid('of.problem', 'import-columns-incomplete')
  return sql`select plan.row from ${problems} as problems
    join ${plan} as plan on plan.row = problems.row join ${rows} as cells on cells.row = problems.row
    where problems.problem = ${of.problem} and left(${written}, 200) = ${of.written} and ${isOpen}`
}

/** Stores the previous cell of each row, then replaces it; returns how many rows there are. */
async function replaceCells(tx: Db, id: Id, number: number, meant: RawBuilder<unknown>, changes: Change[]) {
  const { rows, fixes } = tablesOf(id)
  const before = changes.map(
    ({ at }) => sql`select ${number}::int, row, ${at}::int, ${columnAt(at)} from ${rows}
      where row in (select row from meant)`,
  )
  await sql`with meant as (${meant})
    insert into ${fixes} (number, row, at, before) ${sql.join(before, sql` union all `)}`.execute(tx)
  const isFixed = sql`row in (select row from ${fixes} where number = ${number})`
  for (const { at, value } of changes)
    await sql`update ${rows} set ${columnAt(at)} = ${value}::text where ${isFixed}`.execute(tx)
  await markUnreadable(tx, id, changes, isFixed)
  const { rows: found } = await sql<{ count: number }>`
    select count(distinct row) as count from ${fixes} where number = ${number}`.execute(tx)
  return found[0]?.count ?? 0
}

/** A cell is unreadable while it contains the sign of lost text. */
async function markUnreadable(tx: Db, id: Id, changes: { at: number }[], isFixed: RawBuilder<unknown>) {
  const { rows } = tablesOf(id)
  for (const { at } of changes.filter((change) => change.at !== placed))
    await sql`update ${rows} set unreadable = case when position(${unreadableSign} in ${columnAt(at)}) > 0
        then array_remove(unreadable, ${at}::smallint) || ${at}::smallint
        else array_remove(unreadable, ${at}::smallint) end
      where ${isFixed}
        and (unreadable is not null or position(${unreadableSign} in ${columnAt(at)}) > 0)`.execute(tx)
}

async function correctable(tx: Db, actor: Actor, id: Id): Promise<ImportRecord> {
  const record = await importToChange(tx, actor, id)
  mustBe(record, 'ready')
  mustHaveRows(record)
  return record
}

export const correctImport = (
  services: Services,
  tx: Db,
  actor: Actor,
  id: Id,
  { of, to }: ImportCorrection,
) =>
  readingStaged(
    (async () => {
      const record = await correctable(tx, actor, id)
      const changes = await changesOf(tx, actor, record, to)
      if (record.corrections === 0) await prepareFixes(tx, id)
      const number = record.corrections + 1
      const count = await replaceCells(tx, id, number, rowsMeant(actor, record, of), changes)
      if (count === 0) throw new Problem('import-moved-on')
      await checkAgain(services, tx, actor, record, { count, corrections: number })
    })(),
  )

/** Puts the cells of the last correction back. */
export const undoCorrection = (services: Services, tx: Db, actor: Actor, id: Id) =>
  readingStaged(
    (async () => {
      const record = await correctable(tx, actor, id)
      const { corrections: number } = record
      if (number === 0) throw new Problem('import-moved-on')
      const { rows, fixes } = tablesOf(id)
      const { rows: changes } = await sql<{ at: number; count: number }>`
        select at, count(*) as count from ${fixes} where number = ${number} group by at`.execute(tx)
      for (const { at } of changes)
        await sql`update ${rows} as corrected set ${columnAt(at)} = fixes.before from ${fixes} as fixes
          where fixes.row = corrected.row and fixes.number = ${number} and fixes.at = ${at}`.execute(tx)
      const isFixed = sql`row in (select row from ${fixes} where number = ${number})`
      await markUnreadable(tx, id, changes, isFixed)
      await sql`update ${fixes} set number = 0, checked = false where number = ${number}`.execute(tx)
      const count = Math.max(0, ...changes.map((change) => change.count))
      await checkAgain(services, tx, actor, record, { count, corrections: number - 1 })
    })(),
  )

type Corrected = { count: number; corrections: number }

/** Few rows are checked immediately; the worker checks many, with progress. */
async function checkAgain(
  services: Services,
  tx: Db,
  actor: Actor,
  { id, rows, corrections: before }: ImportRecord,
  { count, corrections }: Corrected,
) {
  await tx.updateTable('imports').set({ corrections }).where('id', '=', id).execute()
  if (count > mostChecked || (before === 0 && rows > mostIndexed))
    return begin(services, tx, actor, id, { status: 'checking', done: 0, total: count })
  const { counts, ...set } = await checkImport(tx, actor, id)
  await tx
    .updateTable('imports')
    .set({ ...set, counts: JSON.stringify(counts) } as object)
    .where('id', '=', id)
    .execute()
}
