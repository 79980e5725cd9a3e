import { pipeline } from 'node:stream/promises'
import type { ImportColumn } from '@ats/contract/import-columns.ts'
import { sql } from 'kysely'
import { from as copyFrom } from 'pg-copy-streams'
import { newClient } from '#kernel/db/connection.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { Problem } from '#kernel/http/problem.ts'
import { rowsOfFile, type TableFile, type TableRow, unreadableSign } from './table-file.ts'

/** The tables of one import: the rows of the file, the places in scope, the plan for each row, and corrections. */
export function tablesOf(id: Id) {
  const ending = id.replaceAll('-', '')
  // Each import has different statements: prepared ones would only evict the others.
  const table = (name: string) => sql`${sql.raw(unprepared)}${sql.table(`staging.${name}_${ending}`)}`
  return {
    rows: table('rows'),
    places: table('places'),
    plan: table('plan'),
    problems: table('problems'),
    fixes: table('fixes'),
  }
}

export async function dropStaged(db: Db, id: Id) {
  const { rows, places, plan, problems, fixes } = tablesOf(id)
  await sql`drop table if exists ${rows}, ${places}, ${plan}, ${problems}, ${fixes}`.execute(db)
}

const special = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const formula = /^'[=+\-@\t\r]/

/** A cell as it is staged, without the quote with which an export keeps a spreadsheet from running a formula. */
export function stagedText(cell: string): string | null {
  const text = cell.trim()
  if (text === '') return null
  return formula.test(text) ? text.slice(1) : text
}

/** One cell for COPY. */
function copied(cell: string) {
  const plain = stagedText(cell)
  if (plain === null) return '\\N'
  return special.test(plain) ? plain.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? '') : plain
}

function copyLine({ row, cells }: TableRow, width: number) {
  const isLonger = cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '')
  let line = `${row}\t${isLonger ? 't' : 'f'}`
  for (let at = 0; at < width; at += 1) line += `\t${copied(cells[at] ?? '')}`
  return line.includes(unreadableSign) ? `${line}\t{${unreadableOf(cells)}}\n` : `${line}\t\\N\n`
}

/** The cells that contain bytes that are not text. */
const unreadableOf = (cells: string[]) =>
  cells.flatMap((cell, at) => (cell.includes(unreadableSign) ? [at] : []))

const chunkLength = 131_072

const tooManyRows = () => new Problem('imports-no-room')

type Bounds = { width: number; mostRows: number }

async function* copyChunks(
  rows: AsyncIterable<TableRow>,
  { width, mostRows }: Bounds,
  counted: (rows: number) => void,
) {
  let chunk = ''
  let count = 0
  for await (const row of rows) {
    chunk += copyLine(row, width)
    count += 1
    if (count > mostRows) throw tooManyRows()
    if (chunk.length < chunkLength) continue
    yield chunk
    counted(count)
    chunk = ''
  }
  if (chunk !== '') yield chunk
  counted(count)
}

type Staged = { headers: string[]; rows: number; sheetsLeftOut: number }

/** Copies the file into its table, all or nothing, after removing the remains of an earlier attempt. */
export async function stageFile(
  databaseUrl: string,
  id: Id,
  file: Omit<TableFile, 'leftOut'>,
  mostRows: number,
): Promise<Staged> {
  let sheetsLeftOut = 0
  const rows = rowsOfFile({
    ...file,
    leftOut: (sheets) => {
      sheetsLeftOut = sheets
    },
  })
  const first = await rows.next()
  if (first.done) throw new Problem('file-empty')
  const headers = first.value.cells.map((header) => header.trim().slice(0, 200))
  const [unreadable] = unreadableOf(first.value.cells)
  if (unreadable !== undefined) throw new Problem('file-title-unreadable', { column: unreadable + 1 })
  const table = `staging.rows_${id.replaceAll('-', '')}`
  const cells = headers.map((_, at) => `c${at} text`).join(', ')
  const client = newClient(databaseUrl, 'ats import')
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`drop table if exists ${table}`)
    await client.query(
      `create unlogged table ${table} (row integer, longer boolean, ${cells}, unreadable smallint[])`,
    )
    let count = 0
    const chunks = copyChunks(rows, { width: headers.length, mostRows }, (soFar) => {
      count = soFar
    })
    await pipeline(chunks, client.query(copyFrom(`copy ${table} from stdin`)))
    if (count === 0) throw new Problem('file-without-rows')
    // The preview and the file of wrong rows read a few rows at a time.
    await client.query(`alter table ${table} add primary key (row)`)
    await client.query(`analyze ${table}`)
    await client.query('commit')
    return { headers, rows: count, sheetsLeftOut }
  } finally {
    await client.end()
    await rows.return(undefined)
  }
}

/** The cell of a column; null if the file has no such column. */
export function cellReader(columns: readonly (ImportColumn | null)[]) {
  return (column: ImportColumn) => {
    const at = columns.indexOf(column)
    return {
      given: at >= 0,
      cell: at >= 0 ? sql<string | null>`${sql.ref(`c${at}`)}` : sql<string | null>`null::text`,
    }
  }
}
