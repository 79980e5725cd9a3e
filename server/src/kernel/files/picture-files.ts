import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import type { Services } from '#kernel/services.ts'
import { type Store, storeParts } from './store.ts'

/** The columns that name pictures. A person who was deleted does not come back; an asset in the bin may. */
const pictureColumns = [
  ['assets', 'image'],
  ['assets', 'thumbnail'],
  ['state_changes', 'image'],
  ['state_changes', 'thumbnail'],
  ['shop_pictures', 'file'],
  ['help_requests', 'image'],
  ['inventory_sightings', 'image'],
  ['inventory_sightings', 'thumbnail'],
  ['inventory_late_reads', 'image'],
  ['inventory_late_reads', 'thumbnail'],
  ['users', 'picture', 'deleted_at is null'],
] as const

/** Every name of a picture that a row holds, some of them more than once. */
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

/** Names that no row holds. */
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

/** PostgreSQL itself refused what it was sent, so nothing was committed. */
const isRefusal = (error: unknown) =>
  error instanceof Problem || (error instanceof pg.DatabaseError && error.code?.startsWith('2') === true)

/**
 * Pictures are drawn and kept before the transaction, since that takes long. Those that no row names once the work is
 * over go at once: it was refused, or is a repeated call that got its first answer. Where nobody knows whether the row
 * was committed they stay, and the sweep finds out.
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

/** Pictures that others took the place of stay for a day: a backup of the files is not of the database's very moment. */
export async function keepADay(store: Store, names: readonly (string | null)[]) {
  for (const name of names) if (name !== null) await store.touch(name)
}

/** A database without a single picture is new, or not the one that these files belong to. */
async function namesAny(db: Db): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`select exists (${sql.raw(namedPictures)}) as some`.execute(db)
  return rows[0]?.some === true
}

const mostSeen = 20_000
const mostRemoved = 1000

/**
 * Removes files that no row names and nobody touched for a day: what killed processes left, and what was replaced. Each
 * run goes through some parts of the store and goes on there next time; the first part is any, so that processes that
 * start anew do not look at the same part for ever.
 */
export function pictureSweep({ db, store }: Pick<Services, 'db' | 'store'>): () => Promise<number> {
  let part = Math.floor(Math.random() * storeParts)
  return async () => {
    let [seen, removed] = [0, 0]
    if (!(await namesAny(db))) return 0
    for (let parts = 0; parts < storeParts && seen < mostSeen && removed < mostRemoved; parts += 1) {
      for await (const names of store.untouched(part)) {
        seen += names.length
        removed += await removeUnnamed(db, store, names)
      }
      part = (part + 1) % storeParts
    }
    return removed
  }
}
