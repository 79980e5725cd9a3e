import { type SqlBool, sql } from 'kysely'

/** True where the place `seen` is neither the one that an asset is registered in nor a part of it. */
export const isRegisteredElsewhere = sql<SqlBool>`assets.place_id not in (seen.id, coalesce(seen.aou_id, seen.id),
  coalesce(seen.property_id, seen.id), coalesce(seen.mm_id, seen.id), seen.city_id)`
