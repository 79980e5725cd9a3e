import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onDatabase } from '../scripts/postgres/databases.ts'
import { unsynced } from '../scripts/postgres/postgres.ts'
import type { Bench } from './measurement.ts'
import { ofCity, scopedPeople } from './people.ts'
import { database, startProduct } from './product.ts'
import { printDisk } from './years/disk.ts'
import { fillYears } from './years/fill.ts'
import { sizeOf } from './years/plan.ts'
import { measureLists } from './years/requests.ts'

/** Data that can be filled again are written as fast as the disk takes them, with nothing for a standby. */
export const fillingSettings = {
  ...unsynced,
  ...{ wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '16GB', checkpoint_timeout: '30min' },
  ...{ shared_buffers: '2GB', autovacuum: 'off', max_locks_per_transaction: '256' },
}

async function isFilled(url: string) {
  const [row] = await onDatabase<{ rows: number }>(
    url,
    "select coalesce(sum(greatest(reltuples, 0)), 0)::float8 as rows from pg_class join pg_inherits on inhrelid = oid where inhparent = to_regclass('events')",
  ).catch(() => [])
  return (row?.rows ?? 0) > 10_000
}

/** First pages of lists on years of data; what they take on disk. A kept folder is filled once. */
export const years: Bench = async (postgres, effort) => {
  const url = postgres.url(database)
  const size = sizeOf(effort.share, effort.reads)
  const pictures = await mkdtemp(join(tmpdir(), 'ats-bench-pictures-'))
  const isKept = effort.keepsData && (await isFilled(url))
  const fill = () => fillYears({ url, data: postgres.dir, pictures }, size)
  const product = await startProduct(postgres, isKept ? 'kept' : undefined, isKept ? undefined : fill)
  try {
    const [span] = await onDatabase<{ assets: number; years: number }>(
      url,
      `select (select count(*)::int from assets) as assets,
        (extract(epoch from now() - (select min(registered_at) from assets)) / 31557600)::float8 as years`,
    )
    await printDisk(url, span ?? { assets: 1, years: 1 })
    const people = [
      { mark: '', headers: product.headers, tag: '' },
      ...(await scopedPeople({ ...postgres }, product, ofCity)),
    ]
    const found = []
    for (const person of people) found.push(...(await measureLists(url, product, person)))
    return found
  } finally {
    await product.stop()
    await rm(pictures, { recursive: true, force: true })
  }
}
