import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { csvLine } from '#kernel/csv.ts'
import type { Db } from '#kernel/db.ts'
import type { ImportRecord } from './queries.ts'
import { reasonOf } from './reasons.ts'
import { tablesOf } from './staging.ts'

const size = 1000
const ownTitles = ['Row', 'Problems']

/** The wrong rows under their own headers, with two columns more, which an upload leaves unread. */
export const wrongRowsAsCsv = (db: Db, record: ImportRecord) => Readable.from(lines(db, record))

async function* lines(db: Db, { id, headers }: ImportRecord) {
  const { rows, plan } = tablesOf(id)
  // A file that was corrected once brings these two along already.
  const kept = headers.flatMap((header, at) => (ownTitles.includes(header) ? [] : [at]))
  yield csvLine([...kept.map((at) => headers[at] ?? ''), ...ownTitles])
  const cells = kept.map((at) => sql.ref(`cells.c${at}`))
  for (let after = 0; ; ) {
    const { rows: page } = await sql<{ row: number; codes: string[]; cells: (string | null)[] }>`
      select plan.row, plan.codes, array[${sql.join(cells)}]::text[] as cells
      from ${plan} as plan join ${rows} as cells on cells.row = plan.row
      where plan.action = 'wrong' and plan.row > ${after} order by plan.row limit ${sql.lit(size)}`.execute(
      db,
    )
    yield page
      .map(({ row, codes, cells: given }) =>
        csvLine([...given.map((cell) => cell ?? ''), `${row}`, codes.map(reasonOf).join(' ')]),
      )
      .join('')
    if (page.length < size) return
    after = page.at(-1)?.row ?? 0
  }
}
