import { type Kysely, sql } from 'kysely'
import { type Db, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { insertEvents } from '#kernel/ledger/events.ts'

const daysBefore = 30

/**
 * Writes a ledger entry for each asset that goes back within a month, once per asset and day, in the time
 * zone of the installation. The entries of one day form one batch, so that each person gets one notification.
 */
export const noteEndingRentals = (db: Kysely<Tables>, zone: string) =>
  inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('rentals', 0))`.execute(tx)
    await writeEndingRentals(tx, zone)
  })

async function writeEndingRentals(tx: Db, zone: string) {
  await sql`
    with today as (select (now() at time zone ${zone})::date as today), ending as (
      select assets.id, assets.place_id, assets.number, assets.name_id, assets.vendor_id, today,
        (rental_start + make_interval(months => rental_months))::date as ends
      from assets cross join today
      where deleted_at is null and rental_start is not null and rental_months is not null
        and (rental_start + make_interval(months => rental_months))::date
          between today and today + ${daysBefore}::int
    )
    ${insertEvents({
      who: { requestId: sql`'rentals of ' || ending.today` },
      ...{ action: 'asset.rental-ending', kind: 'asset', id: sql`ending.id`, place: sql`ending.place_id` },
      ...{ readableId: sql`asset_tag_id(ending.number)`, name: sql`asset_names.name` },
      after: sql`jsonb_build_object('assetTagId', asset_tag_id(ending.number), 'assetName', asset_names.name,
        'vendor', vendors.name, 'vendorId', ending.vendor_id, 'rentalEnds', ending.ends)`,
      from: sql`ending join asset_names on asset_names.id = ending.name_id
        left join vendors on vendors.id = ending.vendor_id
        where not exists (
          select from events where events.record_kind = 'asset' and events.record_id = ending.id
            and events.action = 'asset.rental-ending' and events.after ->> 'rentalEnds' = ending.ends::text)`,
    })}`.execute(tx)
}
