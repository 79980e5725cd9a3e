import { type MasterKind, masterKinds } from '@ats/contract/masters.ts'
import { type PlaceKind, placeKinds } from '@ats/contract/places.ts'
import { m } from '#texts'

type Texts = {
  /** Heads the column of the names and labels the input above it. */
  name: () => string
  /** Stands in a select of such records while none is chosen. */
  choose: () => string
}

export const masterTexts: Record<MasterKind, Texts> = {
  city: { name: m.masters_city_name, choose: m.masters_choose_city },
  mm: { name: m.masters_mm_name, choose: m.masters_choose_mm },
  property: { name: m.masters_property_name, choose: m.masters_choose_property },
  aou: { name: m.masters_aou_name, choose: m.masters_choose_aou },
  room: { name: m.masters_room_name, choose: m.masters_choose_room },
  'asset-name': { name: m.masters_asset_name, choose: m.masters_choose_asset_name },
  'asset-state': { name: m.masters_state_name, choose: m.masters_choose_state },
  vendor: { name: m.masters_vendor_name, choose: m.masters_choose_vendor },
  brand: { name: m.masters_brand_name, choose: m.masters_choose_brand },
}

export const parentOf = (kind: MasterKind): PlaceKind | null => masterKinds[kind].parent

export const isPlace = (kind: MasterKind): kind is PlaceKind =>
  (placeKinds as readonly string[]).includes(kind)
