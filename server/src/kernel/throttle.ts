import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './db.ts'
import { Problem } from './problem.ts'

export type Limit = { name: string; value: string; most: number; seconds: number }

const keyOf = (secret: string, { name, value }: Limit) =>
  createHmac('sha256', secret).update(`${name}\0${value}`).digest()

/**
 * Counts one try against every limit and refuses when one is used up. Counting comes first, so a burst cannot
 * slip through between looking and counting.
 */
export async function countTry(db: Db, secret: string, limits: readonly Limit[]) {
  let wait = 0
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
    if (row.tries > limit.most) wait = Math.max(wait, row.seconds)
  }
  if (wait > 0)
    throw new Problem('throttled', 'Too many tries. Please wait a while and try again.', { retryAfter: wait })
}

/** Takes back what was counted, once a try turned out to be an honest one. */
export async function forgiveTries(db: Db, secret: string, limits: readonly Limit[]) {
  const keys = limits.map((limit) => keyOf(secret, limit))
  await db.deleteFrom('throttles').where('key', 'in', keys).execute()
}
