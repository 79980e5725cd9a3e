import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import { Problem } from './problem.ts'

export type Limit = { name: string; value: string; most: number; seconds: number }

const keyOf = (secret: string, { name, value }: Limit) =>
  createHmac('sha256', secret).update(`${name}\0${value}`).digest()

/**
 * Counts one attempt against the limits in turn, and throws at the first that is used up. Counting comes
 * first, so a burst cannot slip through between check and count. A rejected attempt does not count against
 * the limits after it, so a caller stopped by a narrow limit cannot use up a wide one that others share.
 */
export async function countTry(db: Db, secret: string, limits: readonly Limit[]) {
  for (const limit of limits) {
    const row = await db
      .insertInto('throttles')
      .values({
        key: keyOf(secret, limit),
        tries: 1,
        window_ends_at: sql<string>`now() + make_interval(secs => ${limit.seconds})`,
      })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          tries: sql<number>`case when throttles.window_ends_at <= now() then 1 else throttles.tries + 1 end`,
          window_ends_at: sql<string>`case when throttles.window_ends_at <= now() then excluded.window_ends_at
            else throttles.window_ends_at end`,
        }),
      )
      .returning(['tries', sql<number>`ceil(extract(epoch from window_ends_at - now()))::int`.as('seconds')])
      .executeTakeFirstOrThrow()
    if (row.tries > limit.most)
      throw new Problem(
        'too-many-tries',
        {},
        {
          retryAfter: row.seconds,
        },
      )
  }
}

/** The same for work that may be skipped silently: returns false instead of throwing. */
export async function isWithin(db: Db, secret: string, limits: readonly Limit[]): Promise<boolean> {
  try {
    await countTry(db, secret, limits)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'too-many-tries') return false
    throw error
  }
}

/** Forgets all counted attempts, because one of them turned out to be legitimate. */
export async function forgiveTries(db: Db, secret: string, limits: readonly Limit[]) {
  const keys = limits.map((limit) => keyOf(secret, limit))
  await db.deleteFrom('throttles').where('key', 'in', keys).execute()
}

/** Takes back the one legitimate attempt; the others, which may be another person's, still count. */
export async function takeBackTry(db: Db, secret: string, limits: readonly Limit[]) {
  const keys = limits.map((limit) => keyOf(secret, limit))
  await db
    .updateTable('throttles')
    .set({ tries: sql<number>`tries - 1` })
    .where('key', 'in', keys)
    .where('tries', '>', 0)
    .execute()
}
