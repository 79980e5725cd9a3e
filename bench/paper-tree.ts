import { createHash, randomBytes } from 'node:crypto'
import { mkdir, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { storeParts } from '../server/src/kernel/files/store.ts'

const smallest = 20_000
/** The mean of what a paper has beyond the smallest size. */
const more = 180_000
const largest = 10_000_000
export const meanBytes = smallest + more

/** The tree, its backup and the restored tree exist at the same time. */
const trees = 3.2

export async function mustHaveRoom(folder: string, papers: number) {
  const { bavail, bsize } = await statfs(folder)
  const needed = papers * meanBytes * trees
  if (bavail * bsize < needed)
    throw new Error(
      `The bench needs ${Math.ceil(needed / 1e9)} GB in ${folder}; --papers N takes fewer papers`,
    )
}

const source = randomBytes(32_000_000)
const head = Buffer.from('%PDF-1.4\n')
const tail = Buffer.from('\nstartxref\n50\n%%EOF\n')

/** Another content for each number, that cannot be compressed: many small ones and few large ones. */
function contentOf(number: number): Buffer {
  const size = Math.min(largest, Math.round(smallest - more * Math.log(1 - Math.random())))
  const mark = Buffer.from(`(paper ${number})\n`)
  const start = Math.floor(Math.random() * (source.length - size))
  const middle = source.subarray(start, start + size - head.length - mark.length - tail.length)
  return Buffer.concat([head, mark, middle, tail])
}

type Made = { hash: string; size: number }

const inBatch = 1000
const atOnce = 8

/** Contents as the store of the product keeps them: by their SHA-256, in folders of two digits. */
async function writeBatch(folder: string, first: number, count: number): Promise<Made[]> {
  const made: Made[] = []
  const numbers = Array.from({ length: count }, (_, at) => first + at).values()
  const writer = async () => {
    for (const number of numbers) {
      const bytes = contentOf(number)
      const hash = createHash('sha256').update(bytes).digest('hex')
      await writeFile(join(folder, hash.slice(0, 2), hash), bytes)
      made.push({ hash, size: bytes.length })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, writer))
  return made
}

/** One asset gets as many papers as an asset can have, the others follow in turn. */
const insert = `with given as (
    select hash, size, $3::int + ordinality as number
    from unnest($1::text[], $2::int[]) with ordinality as g (hash, size, ordinality)
  ), made as (
    insert into papers (hash, name, type, size, scan, uploaded_by, uploaded_at)
    select hash, (array['Invoice','Manual','Warranty','Delivery note'])[1 + number % 4] || ' ' || number || '.pdf',
      'pdf', size, 'off', (select id from users order by id limit 1), now() - number * interval '1 minute'
    from given returning id, hash, uploaded_by, uploaded_at
  ) insert into paper_links (paper_id, record_kind, record_id, attached_by, attached_at)
    select made.id, 'asset', asset.id, made.uploaded_by, made.uploaded_at
    from made join given using (hash)
    join bench_assets as asset on asset.at = case when given.number <= 200 then 0 else given.number % $4 end`

/** Writes the files of all papers below a folder, and their rows; returns the number of bytes. */
export async function fillPapers(url: string, folder: string, papers: number): Promise<number> {
  for (let part = 0; part < storeParts; part += 1)
    await mkdir(join(folder, part.toString(16).padStart(2, '0')), { recursive: true })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create temp table bench_assets as
      select (row_number() over (order by property_id, id) - 1)::int as at, id from assets
      where deleted_at is null and property_id is not null`)
    const { rows } = await client.query<{ count: number }>('select count(*)::int from bench_assets')
    let bytes = 0
    for (let first = 0; first < papers; first += inBatch) {
      const made = await writeBatch(folder, first, Math.min(inBatch, papers - first))
      const columns = [made.map(({ hash }) => hash), made.map(({ size }) => size)]
      await client.query(insert, [...columns, first, rows[0]?.count])
      bytes += made.reduce((sum, { size }) => sum + size, 0)
    }
    await client.query('drop table bench_assets; analyze papers; analyze paper_links')
    return bytes
  } finally {
    await client.end()
  }
}
