import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import type { Services } from '#kernel/services.ts'
import { type Store, storeParts } from './store.ts'

/** Names that no row holds. A person who was deleted does not come back; an asset in the bin may. */
async function unnamed(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const { rows } = await sql<{ name: string }>`select file.name from unnest(${names}::text[]) as file (name)
    where not exists (select from assets where image = file.name)
      and not exists (select from assets where thumbnail = file.name)
      and not exists (select from state_changes where image = file.name)
      and not exists (select from state_changes where thumbnail = file.name)
      and not exists (select from shop_pictures where shop_pictures.file = file.name)
      and not exists (select from help_requests where image = file.name)
      and not exists (select from inventory_sightings where image = file.name)
      and not exists (select from inventory_sightings where thumbnail = file.name)
      and not exists (select from users where picture = file.name and deleted_at is null)`.execute(db)
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
  const { rows } = await sql<{ some: boolean }>`select exists (select from assets where image is not null)
    or exists (select from state_changes where image is not null)
    or exists (select from shop_pictures)
    or exists (select from help_requests where image is not null)
    or exists (select from inventory_sightings)
    or exists (select from users where picture is not null) as some`.execute(db)
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
