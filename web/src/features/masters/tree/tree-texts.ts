import type { PlaceKind } from '@ats/contract/places.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'

/** The kind that can be added below a place. */
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

export const assetsText = (count: number) => counted(count, m.places_assets_one, m.places_assets)

export const childrenText = (count: number) => counted(count, m.places_children_one, m.places_children)
