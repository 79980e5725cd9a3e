import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportColumns } from '@ats/contract/exports.ts'
import { ownFieldHeading } from '@ats/contract/own-fields/headings.ts'
import type { OwnFieldType } from '@ats/contract/own-fields/types.ts'
import type { Postgres } from '../scripts/postgres/postgres.ts'
import { download, ticket } from './exports.ts'
import { type MoreCells, writeImportFile } from './import-file.ts'
import { roomsOf, throughTheProduct } from './imports.ts'
import { compare, type Effort, type Measurement } from './measurement.ts'
import { database, type Product } from './product.ts'

type Field = { at: number; key: string; label: string; unit: string | null; type: OwnFieldType }

/** The cell of each type, as a person writes it. */
const cells: Record<OwnFieldType, MoreCells['cell']> = {
  text: (index) => `PO-${index.toString(36)}-${index % 97}`,
  number: (index) => String((index * 7919) % 1_000_000),
  money: (index) => (((index * 104_729) % 10_000_000) / 100).toFixed(2),
  day: (index) => new Date(Date.UTC(2015, 0, 1 + ((index * 31) % 4000))).toISOString().slice(0, 10),
  'yes-no': (index) => (index % 2 === 0 ? 'Yes' : 'No'),
  choice: (index) => `The ${['first', 'second', 'third'][index % 3]}`,
  link: (index) => `https://papers.example/${index}`,
  person: () => 'admin@example.com',
  place: (_index, room) => room.join(' > '),
}

const seconds = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
const perSecond = { bare: (rows: number) => rows, api: (rows: number) => rows }
const line = (name: string, { bare, api }: { bare: number; api: number }): Measurement => {
  console.log(`${name}: ${Math.round(api)} rows a second with the fields, ${Math.round(bare)} without`)
  return { ...{ name, bare, api }, ...{ p50: 0, p99: 0, limit: 0.85 } }
}

/** The file with the fields against the file without; also in bytes, because its rows are longer. */
async function exported(product: Product, { assets, rounds }: Effort, fields: readonly Field[]) {
  const bytes = { with: 0, without: 0 }
  const timed = async (kind: keyof typeof bytes, columns: readonly string[]) =>
    assets /
    (await seconds(async () => {
      bytes[kind] = await download(product, await ticket(product, columns))
    }))
  const without = exportColumns.assets
  const withFields = [...without, ...fields.map(({ key }) => `field:${key}`)]
  const both = await compare(
    rounds,
    () => timed('without', without),
    () => timed('with', withFields),
    perSecond,
  )
  const longer = bytes.with / bytes.without
  console.log(
    `own-field-export: ${longer.toFixed(2)} times the bytes, ${((both.api / both.bare) * longer).toFixed(2)} of the bytes a second`,
  )
  return line('own-field-export', both)
}

/** New assets from a file with the fields, against the same file without. */
async function imported(
  postgres: Postgres,
  product: Product,
  { rows, rounds }: Effort,
  fields: readonly Field[],
) {
  const folder = await mkdtemp(join(tmpdir(), 'ats-bench-own-'))
  const rooms = await roomsOf(postgres.url(database))
  const more = fields.map((field) => ({ heading: ownFieldHeading(field), cell: cells[field.type] }))
  let start = 0
  const timed = async (columns: readonly MoreCells[]) => {
    const file = join(folder, 'assets.csv')
    start += rows
    await writeImportFile(file, { rows, rooms, more: columns, start })
    const { counts, checkSeconds, seconds: took } = await throughTheProduct(product, file)
    console.log(
      `import with ${columns.length} fields: ${JSON.stringify(counts)}, ${took.toFixed(1)} s, ${checkSeconds.toFixed(1)} s of it until the preview`,
    )
    return rows / took
  }
  try {
    return line(
      'own-field-import',
      await compare(
        rounds,
        () => timed([]),
        () => timed(more),
        perSecond,
      ),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Files with the fields of the organisation against files without, in rows per second. */
export const ownFieldFiles = async (
  postgres: Postgres,
  product: Product,
  effort: Effort,
  fields: readonly Field[],
) => [await exported(product, effort, fields), await imported(postgres, product, effort, fields)]
