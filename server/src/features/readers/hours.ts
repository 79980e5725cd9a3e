import type { DashboardTrends } from '@ats/contract/dashboard.ts'
import { readers } from '@ats/contract/readers.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { isNotWithheld } from '#kernel/scope.ts'
import { isRecentRead, shownReaderIds } from './queries.ts'

/** Rows read for one hour, of all readers: a busy hour has millions, and the page must not wait for them. */
const mostInAnHour = 20_000

/** Reads of the readers in scope in each of the last 24 hours, bounded. Null as for the summary of readers. */
export async function readsByHour(
  db: Db,
  actor: Actor,
  cityId: Id | undefined,
): Promise<DashboardTrends['reads']> {
  if (!actor.permissions.some((permission) => permission === readers.list.permission)) return null
  const shown = await shownReaderIds(db, actor, { cityId })
  if (shown.length === 0) return null
  // A person who counts a room blind must not learn how many tags are in it.
  const notWithheld = isNotWithheld(actor, 'places')
  const isSeen =
    notWithheld === undefined
      ? sql`true`
      : sql`(bounded.place_id is null or exists (select from places where places.id = bounded.place_id and ${notWithheld}))`
  const { rows } = await sql<NonNullable<DashboardTrends['reads']>[number]>`
    select hours.hour, counted.reads, counted.rows <= ${sql.lit(mostInAnHour)} as "isExact"
    from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()),
      interval '1 hour') as hours (hour)
    cross join lateral (
      select count(*) as rows,
        count(*) filter (where reader_id = any(${shown}::uuid[]) and ${isSeen}) as reads
      from (
        select reader_id, place_id from tag_reads
        where ${isRecentRead}
          and received_at >= hours.hour and received_at < hours.hour + interval '1 hour'
        limit ${sql.lit(mostInAnHour + 1)}) as bounded) as counted
    order by hours.hour`.execute(db)
  return rows
}
