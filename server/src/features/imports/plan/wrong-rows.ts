import { Readable } from 'node:stream'
import { englishOf } from '@ats/contract/problems.ts'
import { sql } from 'kysely'
import { tablesOf } from '#features/imports/file/staging.ts'
import { type ImportRecord, readingStaged, rowsInScope } from '#features/imports/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { csvLine } from '#kernel/files/csv.ts'
import { wrongRowTitles } from './columns.ts'
import { type OwnPreview, ownPreview } from './own-preview.ts'
import { reasonOf } from './reasons.ts'

const size = 1000

/**
 * The wrong rows under their own headers, with two more columns, which an upload ignores. The first page is
 * read before anything is sent, so that missing rows cause an error response and not a truncated file.
 */
export async function wrongRowsAsCsv(db: Db, actor: Actor, record: ImportRecord) {
  const file = { record, own: await ownPreview(db, actor, record) }
  const first = await readingStaged(wrongRows(db, actor, file, 0))
  return Readable.from(lines(db, actor, file, first))
}

const keptColumns = ({ headers }: ImportRecord) =>
  // A file that was corrected and uploaded again already has these two.
  headers.flatMap((header, at) => (wrongRowTitles.includes(header) ? [] : [at]))

type WrongFile = { record: ImportRecord; own: OwnPreview }

/** The reasons of built-in columns name them. */
function reasonIn({ labelOf }: OwnPreview, code: string) {
  const label = labelOf(code)
  return `${label === undefined ? '' : `${label}: `}${englishOf(reasonOf(code))}`
}

type WrongRow = { row: number; codes: string[]; cells: (string | null)[] }

/** The page after a row. If the columns are mapped again there is none, and the download breaks off. */
async function wrongRows(
  db: Db,
  actor: Actor,
  { record, own }: WrongFile,
  after: number,
): Promise<WrongRow[]> {
  const { rows, plan } = tablesOf(record.id)
  const cells = keptColumns(record).map((at) =>
    own.isHidden(record.columns[at] ?? null) ? sql`null` : sql.ref(`cells.c${at}`),
  )
  const { rows: page } = await sql<WrongRow>`
    select plan.row, plan.codes, array[${sql.join(cells)}]::text[] as cells
    from ${plan} as plan join ${rows} as cells on cells.row = plan.row
    where plan.action = 'wrong' and plan.row > ${after} and ${rowsInScope(actor)}
      and exists (select from imports where id = ${record.id} and columns is not distinct from ${record.columns}::text[])
    order by plan.row limit ${sql.lit(size)}`.execute(db)
  return page
}

async function* lines(db: Db, actor: Actor, file: WrongFile, first: WrongRow[]) {
  const { record, own } = file
  yield csvLine([...keptColumns(record).map((at) => record.headers[at] ?? ''), ...wrongRowTitles])
  for (let page = first; ; ) {
    yield page
      .map(({ row, codes, cells }) =>
        csvLine([
          ...cells.map((cell) => cell ?? ''),
          `${row}`,
          codes.map((code) => reasonIn(own, code)).join(' '),
        ]),
      )
      .join('')
    if (page.length < size) return
    page = await wrongRows(db, actor, file, page.at(-1)?.row ?? 0)
  }
}
