import type { PlaceKind } from '@ats/contract/places.ts'
import { formatNumber } from '#kernel/format.ts'
import { m } from '#texts'

export const kindNames: Record<PlaceKind, () => string> = {
  city: m.assets_place_kind_city,
  mm: m.assets_place_kind_mm,
  property: m.assets_place_kind_property,
  aou: m.assets_place_kind_aou,
  room: m.assets_place_kind_room,
}

/** What can be added right below a place. */
export const kindBelow: Record<PlaceKind, PlaceKind | null> = {
  city: 'mm',
  mm: 'property',
  property: 'aou',
  aou: 'room',
  room: null,
}

export const addTexts: Record<PlaceKind, () => string> = {
  city: m.places_add_city,
  mm: m.places_add_mm,
  property: m.places_add_property,
  aou: m.places_add_aou,
  room: m.places_add_room,
}

export const assetsText = (count: number) =>
  count === 1 ? m.places_assets_one() : m.places_assets({ count: formatNumber(count) })

export const childrenText = (count: number) =>
  count === 1 ? m.places_children_one() : m.places_children({ count: formatNumber(count) })
