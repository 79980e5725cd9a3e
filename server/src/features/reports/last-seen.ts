import { type RawBuilder, sql } from 'kysely'
import { placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { withinScope } from '#kernel/scope.ts'
import { momentValue, textValue } from './report-source.ts'

/** The sighting of an asset in scope: looked up by the asset's key, then by the key of its tag. */
const sightingOf = (actor: Actor, assetId: string, value: RawBuilder<unknown>) => sql`(
  select ${value} from assets join last_seen on last_seen.tag = upper(assets.rfid_tag)
  where assets.id = ${sql.ref(assetId)} and last_seen.place_id is not null and ${withinScope(actor, 'assets')})`

/** Where and when a fixed reader last saw the asset; a place out of scope has no name. */
export const lastSeenValues = (actor: Actor, assetId: string) => ({
  lastSeenPlace: textValue(
    sightingOf(
      actor,
      assetId,
      sql`(select ${placePath} from places where places.id = last_seen.place_id and ${withinScope(actor, 'places')})`,
    ),
  ),
  lastSeenAt: momentValue(sightingOf(actor, assetId, sql`last_seen.seen_at`)),
})
