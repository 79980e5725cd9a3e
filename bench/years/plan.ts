import { statfs } from 'node:fs/promises'

/** How much to fill. The share of the full size scales assets and reads; the rest follows from the assets. */
export type YearsSize = {
  assets: number
  reads: number
  readDays: number
  /** Only the last months of the ledger, inventories and movements. */
  months?: number
}

const full = { assets: 1_000_000, reads: 200_000_000 }

/** `READS_DAYS` is 90 by default: older reads do not exist. */
const readDays = 90

export const sizeOf = (share: number, reads = full.reads * share): YearsSize => ({
  assets: Math.max(1000, Math.round(full.assets * share)),
  reads: Math.round(reads),
  readDays,
})

/** Averages for one asset: entries of the ledger in all, and movements a year. */
export const perAsset = { entries: 42, movementsAYear: 3.5 }
/** Every property is counted in so many months of a few. */
export const counts = { months: 2, of: 3 }

/** Rows of the large tables, and bytes of a row with its indexes, as an earlier run measured them. */
function expected({ assets, reads }: YearsSize, years: number) {
  // Assets are registered little by little: on average each was there for half of the years.
  const assetYears = (assets * years) / 2
  const counted = (assetYears * 12 * counts.months) / counts.of
  return {
    assets: { rows: assets, bytes: 2200 },
    events: { rows: assets * (perAsset.entries + 3), bytes: 600 },
    asset_versions: { rows: assets * 11.6, bytes: 421 },
    state_changes: { rows: assets * 1.7, bytes: 447 },
    inventory_items: { rows: counted, bytes: 664 },
    inventory_reads: { rows: counted * 0.95, bytes: 334 },
    movements: { rows: assetYears * perAsset.movementsAYear, bytes: 331 },
    tag_reads: { rows: reads, bytes: 225 },
  }
}

const gb = 1024 ** 3
/** The machine keeps this much, for the log of the server, sorts and everybody else. */
const leftFree = 10 * gb

const freeBytes = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Says what the data will take, and refuses sizes that the disk has no room for. */
export async function checkDisk(folder: string, size: YearsSize, years: number) {
  const tables = Object.entries(expected(size, years))
  const needed = tables.reduce((sum, [, { rows, bytes }]) => sum + rows * bytes, 0)
  const free = await freeBytes(folder)
  console.log(
    `about ${(needed / gb).toFixed(1)} GB: ${tables.map(([name, { rows }]) => `${(rows / 1e6).toFixed(2)}M ${name}`).join(', ')}; ${(free / gb).toFixed(1)} GB are free`,
  )
  if (free - needed < leftFree)
    throw new Error(
      `The disk has no room for this and ${leftFree / gb} GB more: choose fewer reads (--reads) or a smaller --share`,
    )
}

/** The estimate may be wrong, or others use the disk too. */
export async function mustHaveRoom(folder: string) {
  const free = await freeBytes(folder)
  if (free < leftFree)
    throw new Error(`Only ${(free / gb).toFixed(1)} GB are free: stopped before the disk is full`)
}

export type Month = { index: number; start: Date; end: Date }

/** Every month from the first moment until now. */
export function monthsSince(first: Date, now: Date): Month[] {
  const months: Month[] = []
  const monthAt = (index: number) => new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index))
  for (let index = 0; monthAt(index) < now; index += 1)
    months.push({ index, start: monthAt(index), end: monthAt(index + 1) })
  return months
}
