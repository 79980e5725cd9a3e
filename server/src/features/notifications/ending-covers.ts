import { type Kysely, sql } from 'kysely'
import { lowestPlaceOf, todayIn } from '#features/covers/covers.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { insertEvents } from '#kernel/ledger/events.ts'

/**
 * Writes a ledger entry for each cover that reached one of its reminder days, in the time zone of the installation.
 * The table of reminders makes each of them once, also with several workers. Reminder days that passed together are
 * one entry. Cancelled and renewed covers are left out.
 */
export const noteEndingCovers = (db: Kysely<Tables>, zone: string) =>
  sql`
    with due as (
      select covers.id, covers.ends_on, days from covers cross join lateral unnest(reminder_days) as days
      where cancelled_at is null and ends_on >= ${todayIn(zone)} and ends_on - days <= ${todayIn(zone)}
        and not exists (select from covers as next where next.renews_id = covers.id and next.cancelled_at is null)
    ), noted as (
      insert into cover_reminders (cover_id, ends_on, days) select id, ends_on, days from due order by id, days
      on conflict do nothing returning cover_id
    )
    ${insertEvents({
      who: { requestId: sql`'covers of ' || ${todayIn(zone)}` },
      ...{ action: 'cover.ending', kind: 'cover', id: sql`covers.id`, name: sql`covers.name` },
      place: lowestPlaceOf(sql`covers.id`),
      after: sql`jsonb_build_object('endsOn', covers.ends_on, 'daysLeft', covers.ends_on - ${todayIn(zone)})`,
      from: sql`covers where covers.id in (select cover_id from noted) order by covers.ends_on, covers.id`,
    })}`.execute(db)
