import type { PlaceKind } from '@ats/contract/places.ts'
import { m } from '#texts'

export const placeKindNames: Record<PlaceKind, () => string> = {
  city: m.assets_place_kind_city,
  mm: m.assets_place_kind_mm,
  property: m.assets_place_kind_property,
  aou: m.assets_place_kind_aou,
  room: m.assets_place_kind_room,
}
