import type { FlatKind, MasterKind } from '@ats/contract/masters.ts'
import { m } from '#texts'

type Text = () => string

type Texts = {
  /** Column heading of the names, and label of the input above the table. */
  name: Text
  /** Placeholder of a select without a choice. */
  choose: Text
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

/** Labels as fields of an asset. */
export const masterLabels: Record<FlatKind, Text> = {
  'asset-name': m.assets_name,
  'asset-state': m.assets_state,
  vendor: m.assets_vendor,
  brand: m.assets_brand,
}
