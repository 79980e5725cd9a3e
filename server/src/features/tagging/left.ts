import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Id } from '#kernel/db/db.ts'
import { withinScope } from '#kernel/scope.ts'

/** The last association of each asset in a drive, with its check. */
export const lastAssociations = (driveId: Id) => sql`(
  select last.*, checks.outcome from (
    select distinct on (asset_id) id, asset_id, place_id, tag, scheme, tagged_by, tagged_at, received_at
    from tag_associations where drive_id = ${driveId} order by asset_id, received_at desc, id desc
  ) as last left join tag_checks as checks on checks.association_id = last.id)`

/** Why an asset is to be tagged, or null; `assets` is its row and `last` its last association. */
export const whyLeft = sql<'untagged' | 'expected' | 'failed' | null>`case
  when assets.rfid_tag is null then 'untagged' when assets.tag_expected then 'expected'
  when last.outcome <> 'right' and upper(assets.rfid_tag) = upper(last.tag) then 'failed' end`

const isIn = (placeId: Id) => sql`${placeId} in (
  assets.place_id, assets.aou_id, assets.property_id, assets.mm_id, assets.city_id)`

/**
 * The assets of a drive that are to be tagged or were tagged in it: `id`, `place_id`, `why` and whether there is a
 * later exception. The few candidates come from partial indexes, so that a large register is not read.
 */
export const assetsOfDrive = (
  actor: Actor,
  { id, placeId }: { id: Id; placeId: Id },
): RawBuilder<unknown> => sql`(
  with last as materialized (select * from ${lastAssociations(id)} as last),
  exceptions as materialized (
    select asset_id, max(received_at) as at from tagging_exceptions where drive_id = ${id} group by asset_id
  ),
  candidates as (
    select id from assets where deleted_at is null and rfid_tag is null
    union select id from assets where deleted_at is null and tag_expected
    union select asset_id from last
  )
  select assets.id, assets.place_id, ${whyLeft} as why, last.tagged_by,
    (exceptions.at is not null and exceptions.at > coalesce(last.received_at, '-infinity')) as excepted
  from candidates join assets on assets.id = candidates.id
  left join last on last.asset_id = assets.id left join exceptions on exceptions.asset_id = assets.id
  where assets.deleted_at is null and ${isIn(placeId)} and ${withinScope(actor, 'assets')})`

/** Counts of such assets, which a drive and its rooms show; `of_drive` is the name of the rows. */
export const figuresOf = sql`count(of_drive.id) as total,
  count(of_drive.id) filter (where why is null) as tagged, count(of_drive.id) filter (where why is not null) as "left",
  count(of_drive.id) filter (where why is not null and excepted) as excepted`
