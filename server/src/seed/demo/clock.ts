import { type Kysely, sql } from 'kysely'
import { inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'

type Moment = { real: string; told: string }

const minute = 60_000
const day = 24 * 60 * minute
const indianOffset = 5.5 * 60 * minute

/** This many days before today, during working hours in India; Sundays become Mondays. */
export function workingTime(today: Date, daysAgo: number, minuteOfDay: number): Date {
  const midnight = Math.floor((today.getTime() + indianOffset) / day) * day - daysAgo * day
  const isSunday = new Date(midnight).getUTCDay() === 0
  const shift = isSunday ? (daysAgo > 1 ? day : -day) : 0
  return new Date(midnight + shift - indianOffset + (9 * 60 + minuteOfDay) * minute)
}

/**
 * Records when something is supposed to have happened. The product writes the real times; `rewrite` replaces
 * them by the recorded ones, so that the product itself creates a year of work within seconds.
 */
export function storyClock(db: Kysely<Tables>, today: Date) {
  const moments: Moment[] = []
  const notLater = (told: Date) => (told < today ? told : today)
  return {
    async at<T>(told: Date, work: () => Promise<T>): Promise<T> {
      const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db)
      moments.push({ real: rows[0]?.now ?? '', told: notLater(told).toISOString() })
      return work()
    },
    rewrite: (owner: Kysely<Tables>) => rewriteTimes(owner, moments),
  }
}

/** Sightings carry the times of their reads, and the last two tables are about this database itself. */
const ownTimes = [
  'last_seen',
  'movements',
  'seen_elsewhere',
  'reader_health',
  'idempotency_keys',
  'migrations',
]

/** Moves every time that the product wrote since the first moment to the recorded one. Nothing else changes. */
async function rewriteTimes(db: Kysely<Tables>, moments: readonly Moment[]) {
  const first = moments[0]
  if (first === undefined) return
  // The initial data was written shortly before the first moment, and belongs to it.
  const begun = sql`${first.real}::timestamptz - interval '1 hour'`
  await inTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`create temporary table moments (real timestamptz primary key, told timestamptz) on commit drop`.execute(
      tx,
    )
    await sql`insert into moments select * from unnest(${moments.map(({ real }) => real)}::timestamptz[],
      ${moments.map(({ told }) => told)}::timestamptz[])`.execute(tx)
    await sql`create function pg_temp.told(at timestamptz) returns timestamptz language sql stable as
      'select coalesce((select told + (at - real) from moments where real <= at order by real desc limit 1), (select min(told) from moments))'`.execute(
      tx,
    )
    const { rows } = await sql<{ name: string; columns: string[] }>`
      select table_name as name, array_agg(column_name::text) as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and data_type = 'timestamp with time zone' and table_type = 'BASE TABLE'
        and column_name <> 'expires_at' and table_name <> all(${[...ownTimes, 'tag_reads']})
        and not exists (select from pg_class where relispartition and oid = table_name::regclass)
      group by table_name`.execute(tx)
    for (const { name, columns } of rows) {
      const moved = columns.map(
        (column) =>
          sql`${sql.ref(column)} = case when ${sql.ref(column)} between ${begun} and clock_timestamp()
            then pg_temp.told(${sql.ref(column)}) else ${sql.ref(column)} end`,
      )
      const touched = columns.map((column) => sql`${sql.ref(column)} >= ${begun}`)
      await sql`update ${sql.table(name)} set ${sql.join(moved)} where ${sql.join(touched, sql` or `)}`.execute(
        tx,
      )
    }
    await sql`drop function pg_temp.told(timestamptz)`.execute(tx)
  })
}
