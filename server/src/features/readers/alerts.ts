import { type Kysely, sql } from 'kysely'
import { placePath } from '#features/places/places.ts'
import { type Db, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { insertEvents } from '#kernel/ledger/events.ts'
import { isRegisteredElsewhere } from './registered-place.ts'

const mostAtOnce = 1000

/** One worker at a time, so that nothing is recorded twice. */
const alone = sql`select pg_advisory_xact_lock(hashtextextended('readers', 0))`

/** Writes an entry for each asset that was seen where it does not belong, once per place it came to. */
const tellOfStrays = (tx: Db) =>
  sql`with stray as (
      select seen_elsewhere.asset_id, seen_elsewhere.place_id, left_property, since from seen_elsewhere
      where told_at is null order by asset_id limit ${sql.lit(mostAtOnce)} for update
    ), told as (
      update seen_elsewhere set told_at = now() from stray where seen_elsewhere.asset_id = stray.asset_id
    )
    ${insertEvents({
      who: { requestId: sql`'strays of ' || date_trunc('hour', now())` },
      action: sql`case when left_property then 'asset.left-property' else 'asset.seen-elsewhere' end`,
      ...{ kind: 'asset', id: sql`assets.id`, place: sql`assets.place_id` },
      ...{ readableId: sql`asset_tag_id(assets.number)`, name: sql`asset_names.name` },
      after: sql`jsonb_build_object('assetTagId', asset_tag_id(assets.number), 'assetName', asset_names.name,
        'place', (select ${placePath} from places where places.id = stray.place_id), 'seenAt', stray.since)`,
      from: sql`stray join assets on assets.id = stray.asset_id
        join asset_names on asset_names.id = assets.name_id join places as seen on seen.id = stray.place_id
        where assets.deleted_at is null and ${isRegisteredElsewhere}
        order by assets.id`,
    })}`.execute(tx)

/** Writes an entry for each reader that was silent for too long, once until it sends again. */
const tellOfSilence = (tx: Db) =>
  sql`with silent as (
      update reader_health as health set silent_since = now() from readers
      where readers.id = health.reader_id and readers.removed_at is null and readers.credential_hash is not null
        and health.silent_since is null and health.last_message_at is not null
        and health.last_message_at < now() - make_interval(mins => readers.silent_minutes)
      returning readers.id, readers.name, readers.place_id, health.last_message_at
    )
    ${insertEvents({
      who: { requestId: sql`'silence of ' || date_trunc('hour', now())` },
      ...{ action: 'reader.silent', kind: 'reader', id: sql`id`, place: sql`place_id`, name: sql`name` },
      after: sql`jsonb_build_object('name', name, 'lastMessageAt', last_message_at)`,
      from: sql`silent order by id`,
    })}`.execute(tx)

/** Records what people want to be notified about; the notifier reads it from the ledger. */
export const watchReaders = (db: Kysely<Tables>) =>
  inTransaction(db, async (tx) => {
    await alone.execute(tx)
    await tellOfStrays(tx)
    await tellOfSilence(tx)
  })
