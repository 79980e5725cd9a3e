import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import type { Services } from '#kernel/services.ts'
import type { Store } from './store.ts'
import { storeSweep } from './store-sweep.ts'

/** The columns that name images. A deleted person is never restored; a deleted asset may be. */
const pictureColumns = [
  ['assets', 'image'],
  ['assets', 'thumbnail'],
  ['state_changes', 'image'],
  ['state_changes', 'thumbnail'],
  ['shop_pictures', 'file'],
  ['help_requests', 'image'],
  ['floors', 'picture'],
  ['inventory_sightings', 'image'],
  ['inventory_sightings', 'thumbnail'],
  ['inventory_late_reads', 'image'],
  ['inventory_late_reads', 'thumbnail'],
  ['users', 'picture', 'deleted_at is null'],
] as const

/** Every image name in a row; names may repeat. */
export const namedPictures = pictureColumns
  .map(([table, column, where = 'true']) => {
    return `select ${column} as name from ${table} where ${column} is not null and ${where}`
  })
  .join(' union all ')

const isUnnamed = sql.raw(
  pictureColumns
    .map(([table, column, where = 'true']) => {
      return `not exists (select from ${table} where ${table}.${column} = file.name and ${where})`
    })
    .join(' and '),
)

/** Names that no row contains. */
async function unnamed(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const { rows } = await sql<{ name: string }>`select file.name from unnest(${names}::text[]) as file (name)
    where ${isUnnamed}`.execute(db)
  return rows.map(({ name }) => name)
}

async function removeUnnamed(db: Db, store: Store, names: readonly string[]): Promise<number> {
  const strays = await unnamed(db, names)
  for (const name of strays) await store.remove(name)
  return strays.length
}

/** PostgreSQL itself rejected the statement, so nothing was committed. */
const isRefusal = (error: unknown) =>
  error instanceof Problem || (error instanceof pg.DatabaseError && error.code?.startsWith('2') === true)

/**
 * Images are encoded and stored before the transaction, because that takes long. Images that no row names
 * after the work are deleted immediately: the request failed, or was a repeated one that got its first
 * response. If the outcome of the commit is unknown they stay, and the clean-up decides later.
 */
export async function withPictures<P extends Record<string, string> | undefined, T>(
  { db, store }: Pick<Services, 'db' | 'store'>,
  pictures: P,
  work: (pictures: P) => Promise<T>,
): Promise<T> {
  const settle = () => removeUnnamed(db, store, Object.values(pictures ?? {})).catch(() => undefined)
  try {
    const answer = await work(pictures)
    await settle()
    return answer
  } catch (error) {
    if (isRefusal(error)) await settle()
    throw error
  }
}

/** Replaced images stay for a day, because a backup copies the files later than the database. */
export async function keepADay(store: Store, names: readonly (string | null)[]) {
  for (const name of names) if (name !== null) await store.touch(name)
}

/** A database without a single image is new, or does not belong to these files. */
async function namesAny(db: Db): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`select exists (${sql.raw(namedPictures)}) as some`.execute(db)
  return rows[0]?.some === true
}

/**
 * Deletes files that no row names and that were not touched for a day: leftovers of killed processes, and
 * replaced images.
 */
export const pictureSweep = ({ db, store }: Pick<Services, 'db' | 'store'>): (() => Promise<number>) =>
  storeSweep(store, {
    isInUse: () => namesAny(db),
    removeUnnamed: (names) => removeUnnamed(db, store, names),
  })
