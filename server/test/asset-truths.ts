import { sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'

/** Every place and state whose counter differs from the number of assets. */
const wrongCounts = sql<object>`
  with truth as (
    select node as place_id, state_id,
      count(*) filter (where deleted_at is null) as live, count(*) filter (where deleted_at is not null) as deleted
    from assets cross join lateral (
      select distinct node from unnest(array[city_id, mm_id, property_id, aou_id, place_id]) as node where node is not null
    ) as nodes
    group by node, state_id
  ), said as (
    select place_id, state_id, sum(live)::bigint as live, sum(deleted)::bigint as deleted
    from asset_counters group by place_id, state_id
  )
  select place_id, state_id, truth.live as live, said.live as said_live, truth.deleted as deleted, said.deleted as said_deleted
  from truth full join said using (place_id, state_id)
  where coalesce(truth.live, 0) <> coalesce(said.live, 0) or coalesce(truth.deleted, 0) <> coalesce(said.deleted, 0)`

/** Assets whose tag is not the one that is attached to them. */
const wrongTags = sql<object>`
  select assets.id, assets.rfid_tag, assets.deleted_at, attached.rfid_tag as attached
  from assets full join (select asset_id, rfid_tag from asset_tags where detached_at is null) as attached
    on attached.asset_id = assets.id
  where case when assets.deleted_at is null then assets.rfid_tag end is distinct from attached.rfid_tag`

/** Assets and places whose stored ancestors differ from their real ones. */
const wrongPaths = sql<object>`
  select 'asset' as what, assets.id from assets join places on places.id = assets.place_id
  where (assets.city_id, assets.mm_id, assets.property_id, assets.aou_id)
    is distinct from (places.city_id, places.mm_id, places.property_id, places.aou_id)
  union all
  select 'place', places.id from places left join places as parent on parent.id = places.parent_id
  where (places.city_id, places.mm_id, places.property_id, places.aou_id) is distinct from (
    case places.kind when 'city' then places.id else parent.city_id end,
    case places.kind when 'mm' then places.id else parent.mm_id end,
    case places.kind when 'property' then places.id else parent.property_id end,
    case places.kind when 'aou' then places.id else parent.aou_id end)`

/** Ledger entries that start with another tag, model or bin than the previous entry ended with. */
const brokenLedger = sql<object>`
  with lines as (
    select record_id, id, field, before -> field as before,
      lag(after -> field) over (partition by record_id, field order by id) as earlier
    from events cross join unnest(array['rfidTag', 'tagExpected', 'model', 'deleted']) as field
    where record_kind = 'asset' and after ? field
  )
  select * from lines where before is distinct from earlier and before is not null`

/** Assets that differ from their open version, and versions that do not start where the previous one ended. */
const wrongVersions = sql<object>`
  select assets.id, 'open' as what from assets left join asset_versions as version
    on version.asset_id = assets.id and version.valid_to = 'infinity'
  where (version.name_id, version.state_id, version.place_id, version.city_id, version.mm_id, version.property_id,
      version.aou_id, version.assigned_user_id, version.brand_id, version.vendor_id, version.rfid_tag,
      version.tag_expected, version.deleted)
    is distinct from (assets.name_id, assets.state_id, assets.place_id, assets.city_id, assets.mm_id, assets.property_id,
      assets.aou_id, assets.assigned_user_id, assets.brand_id, assets.vendor_id, assets.rfid_tag, assets.tag_expected,
      assets.deleted_at is not null)
  union all
  select asset_id, 'gap' from (
    select asset_id, valid_to, lead(valid_from) over (partition by asset_id order by valid_from) as next
    from asset_versions) as spans
  where valid_to <> coalesce(next, 'infinity')`

/** Invariants of assets; each list must be empty. */
export async function untruths(db: Db) {
  const queries = [wrongCounts, wrongTags, wrongPaths, brokenLedger, wrongVersions]
  const [counts, tags, paths, ledger, versions] = await Promise.all(
    queries.map(async (query) => (await query.execute(db)).rows),
  )
  return { counts, tags, paths, ledger, versions }
}

export const noUntruths = { counts: [], tags: [], paths: [], ledger: [], versions: [] }
