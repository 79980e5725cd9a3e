import {
  type BuiltInColumn,
  type ImportColumn,
  importColumns,
  ownKeysOf,
  placeColumns,
} from '@ats/contract/import-columns.ts'
import type { AssetImport, ImportProblemGroup, ImportRow, rowKind } from '@ats/contract/imports.ts'
import { ownFact } from '@ats/contract/own-fields/types.ts'
import { placeKinds } from '@ats/contract/places.ts'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { z } from 'zod'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { messageFields, readMessage } from '#kernel/messages.ts'
import { registerInScope, withinScope } from '#kernel/scope.ts'
import { cellReader, tablesOf } from './file/staging.ts'
import { unknownHeaders } from './plan/columns.ts'
import { creatableFor } from './plan/creatable.ts'
import { detailsOfSide } from './plan/fields.ts'
import { jsonOf } from './plan/own-fields.ts'
import { type OwnPreview, ownPreview, ownSide } from './plan/own-preview.ts'
import { commonValues, type StoredGroup } from './plan/problem-groups.ts'
import { columnOf, groupReasonOf, reasonOf } from './plan/reasons.ts'

/** People see their own imports; administrators see all, because an import puts load on the whole system. */
const visible = (actor: Actor) =>
  actor.everywhere && actor.permissions.includes('user-management')
    ? sql<boolean>`true`
    : sql<boolean>`imports.user_id = ${actor.id}`

const importRows = (db: Db, actor: Actor) =>
  db
    .selectFrom('imports')
    .innerJoin('users', 'users.id', 'imports.user_id')
    .selectAll('imports')
    .select('users.full_name as created_by')
    .where(visible(actor))

export const importsVisible = (db: Db, actor: Actor) =>
  importRows(db, actor).orderBy('imports.id', 'desc').limit(50).execute()

export const importVisible = (db: Db, actor: Actor, id: Id) =>
  importRows(db, actor).where('imports.id', '=', id).executeTakeFirst()

export type ImportRecord = NonNullable<Awaited<ReturnType<typeof importVisible>>>

function toGroup({ problem, ...group }: StoredGroup): ImportProblemGroup {
  const { message: reason, ...by } = messageFields(groupReasonOf(problem))
  return { problem, ...group, column: columnOf(problem), reason, ...by }
}

export const toImport = (row: ImportRecord, actor: Actor): AssetImport => ({
  _id: row.id,
  fileName: row.file_name,
  status: row.status,
  createdAt: row.created_at,
  createdBy: row.created_by,
  mine: row.user_id === actor.id,
  progress: { done: row.done, total: row.total },
  headers: row.headers,
  columns: row.columns,
  unknown: unknownHeaders(row.headers, row.columns),
  asks: row.asks,
  defaults: row.defaults,
  rows: row.rows,
  counts: row.counts,
  problems: row.problems.map(toGroup),
  creates: row.creates,
  createsTotal: row.creates_total,
  corrections: row.corrections,
  kept: row.kept,
  binned: row.binned,
  reverted: row.reverted,
  ...readMessage(row.message),
  failedIn: row.failed_in,
  finishedAt: row.finished_at,
  expiredAt: row.expired_at,
})

/** Staged rows are dropped when the columns are mapped again, and when the import is over. */
const passing: Record<string, 'import-rows-gone' | 'import-checked-again'> = {
  '42P01': 'import-rows-gone',
  '55P03': 'import-checked-again',
}

/** Reads staged rows; if they are gone or being replaced, the error says so. */
export async function readingStaged<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? passing[error.code ?? ''] : undefined
    throw code === undefined ? error : new Problem(code)
  }
}

const outOfScope = (actor: Actor) =>
  sql`(select places.id from places where (${registerInScope(actor)}) is not true)`

const seesAll = ({ everywhere, withheld }: Actor) => everywhere && withheld === null

/** Leaves out rows about places that the person no longer sees, whether the asset was there or moves there. */
export const rowsInScope = (actor: Actor) =>
  seesAll(actor)
    ? sql`true`
    : sql`((plan.place_id in ${outOfScope(actor)}) is not true
      and (plan.old_place_id in ${outOfScope(actor)}) is not true)`

/** Whether the file was checked with places that the person no longer sees. */
async function isPartlyHidden(db: Db, actor: Actor, id: Id): Promise<boolean> {
  if (seesAll(actor)) return false
  const { rows } = await sql<{ hidden: boolean }>`select exists (
    select from ${tablesOf(id).places} as staged where staged.id in ${outOfScope(actor)}) as hidden`.execute(
    db,
  )
  return rows[0]?.hidden ?? false
}

type PlanRow = {
  row: number
  codes: string[]
  assetId: Id | null
  rfidTag: string | null
  assetTagId: string | null
  assetName: string | null
  cells: Record<string, string | null>
  written: (string | null)[]
  before: Record<string, string | null>
  after: Record<string, string | null>
}

/** One side of a plan as a person reads it, by column of the file. */
const side = (prefix: '' | 'old_', own: OwnPreview) => {
  const pending = prefix === ''
  const value = (column: string) => sql`plan.${sql.ref(`${prefix}${column}`)}`
  const nameIn = (table: string, column: string) =>
    sql`(select name from ${sql.table(table)} as named where named.id = ${value(column)})`
  const orNew = (name: RawBuilder<unknown>, column: string) =>
    pending ? sql`coalesce(${name}, plan.${sql.ref(`new_${column}`)})` : name
  const details = detailsOfSide(
    {
      value: (column) => sql`${value(column)}::text`,
      nameOf: ({ table, column, alias }) => orNew(nameIn(table, column), alias),
    },
    ({ name }) => name,
  )
  return sql`jsonb_build_object('rfidTag', ${value('rfid_tag')},
    'assetName', ${orNew(nameIn('asset_names', 'name_id'), 'name')},
    'assetState', ${nameIn('asset_states', 'state_id')}, 'assignedUser', ${value('assigned_name')},
    'place', (select path from place where place.id = ${value('place_id')}),
    ${sql.join(details)})${ownSide(own, prefix)}`
}

const nothing = sql`'{}'::jsonb`

/** The columns of a preview: fields of the organisation only if the file has them. */
const namesIn = (columns: readonly (ImportColumn | null)[]) => [
  ...(Object.keys(importColumns) as BuiltInColumn[]),
  ...ownKeysOf(columns).map(ownFact),
]

type Wanted = { kind: z.infer<typeof rowKind>; after: number; size: number; problem?: string | undefined }

/** The rows of a kind or of one problem, in the order of an index. */
function walkOf(id: Id, { kind, problem }: Wanted) {
  const { plan, problems } = tablesOf(id)
  if (problem !== undefined && kind !== 'kept')
    return {
      from: sql`${problems} as problems join ${plan} as plan on plan.row = problems.row`,
      test: sql`problems.problem = ${problem} and plan.action = ${kind}`,
      row: sql`problems.row`,
    }
  const kept = problem === undefined ? sql`plan.kept is not null` : sql`plan.kept = ${problem}`
  return {
    from: sql`${plan} as plan`,
    test: kind === 'kept' ? kept : sql`plan.action = ${kind}`,
    row: sql`plan.row`,
  }
}

/** Read from the whole row, because files that an earlier version checked have no such column. */
const placed = sql`to_jsonb(cells) ->> 'placed'`

/** The cells of a row in the order of the file; a chosen place is in the first cell about the place. */
function writtenCells(columns: readonly (ImportColumn | null)[], { isHidden }: OwnPreview) {
  const isPlace = (column: ImportColumn | null) =>
    (placeColumns as readonly (ImportColumn | null)[]).includes(column)
  const first = columns.findIndex(isPlace)
  const cells = columns.map((column, at) => {
    const cell = isHidden(column) ? sql`null` : sql`cells.${sql.ref(`c${at}`)}`
    if (!isPlace(column)) return cell
    return at === first
      ? sql`coalesce(${placed}, ${cell})`
      : sql`case when ${placed} is null then ${cell} end`
  })
  return cells.length === 0 ? sql`'{}'::text[]` : sql`array[${sql.join(cells)}]::text[]`
}

/** A page of the preview, in the order of the file. */
export async function rowsOfPlan(db: Db, actor: Actor, record: ImportRecord, wanted: Wanted) {
  const { kind, after, size, problem } = wanted
  const { rows, places } = tablesOf(record.id)
  const walk = walkOf(record.id, wanted)
  const isKept = kind === 'kept'
  const read = cellReader(record.columns)
  const own = await ownPreview(db, actor, record)
  const names = namesIn(record.columns).filter((name) => !own.isHidden(name))
  const cells = names.map((name) => {
    const { given, cell } = read(name)
    return [name, given ? sql`cells.${cell}` : sql`null`] as const
  })
  const { rows: found } = await sql<PlanRow>`
    with place as (select id, path from ${places})
    select plan.row, ${isKept ? sql`array[plan.kept]` : sql`plan.codes`} as codes, plan.rfid_tag as "rfidTag",
      assets.id as "assetId", asset_tag_id(coalesce(plan.number, assets.number)) as "assetTagId",
      coalesce((select name from asset_names where id = plan.name_id), plan.new_name) as "assetName",
      ${jsonOf(cells)} as cells, ${writtenCells(record.columns, own)} as written,
      ${kind === 'changed' ? side('old_', own) : nothing} as before,
      ${kind === 'changed' || kind === 'new' ? side('', own) : nothing} as after
    from ${walk.from} join ${rows} as cells on cells.row = plan.row
    left join assets on assets.id = plan.asset_id and ${withinScope(actor, 'assets')}
    where ${walk.test} and ${walk.row} > ${after} and ${rowsInScope(actor)}
    order by ${walk.row} limit ${size + 1}`.execute(db)
  const hidden = await isPartlyHidden(db, actor, record.id)
  const values =
    problem === undefined || isKept || after > 0 || own.isHidden(columnOf(problem))
      ? []
      : await valuesToCorrect(db, actor, record, problem)
  return {
    rows: found.slice(0, size).map((row) => toRow(row, kind, names)),
    more: found.length > size,
    hidden,
    values,
  }
}

async function valuesToCorrect(db: Db, actor: Actor, { id, columns }: ImportRecord, problem: string) {
  const often = await commonValues(db, id, problem, { columns, inScope: rowsInScope(actor) })
  const values = []
  for (const { value, rows, ...depths } of often)
    values.push({ value, rows, creates: await creatableFor(db, actor, problem, { value, ...depths }) })
  return values
}

/** These are in the heading of a row, and need no line of their own. */
const inHeading: ImportColumn[] = ['rfidTag', 'assetName']

function toRow(
  { before, after, cells, written: all, codes, ...row }: PlanRow,
  kind: z.infer<typeof rowKind>,
  columns: readonly ImportColumn[],
): ImportRow {
  const names = kind === 'changed' ? (Object.keys(after) as ImportColumn[]) : []
  const registered = kind === 'new' ? columns : []
  const written = (column: string) =>
    column === 'place' && cells.place === null
      ? placeKinds
          .map((name) => cells[name])
          .filter((name) => name !== null)
          .join(' > ')
      : (cells[column] ?? '')
  return {
    ...row,
    cells: all.map((cell) => cell ?? ''),
    changes: names
      .filter((column) => before[column] !== after[column])
      .map((column) => ({ column, before: before[column] ?? '', after: after[column] ?? '' })),
    values: registered
      .filter((column) => !inHeading.includes(column))
      .flatMap((column) => {
        const value = after[column] ?? ''
        return value === '' ? [] : [{ column, value }]
      }),
    problems: codes.map((code) => {
      const { message: reason, ...by } = messageFields(reasonOf(code))
      return { column: columnOf(code), value: kind === 'kept' ? '' : written(columnOf(code)), reason, ...by }
    }),
  }
}
