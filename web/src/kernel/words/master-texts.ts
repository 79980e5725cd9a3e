import { type FlatKind, flatMasters, type MasterKind } from '@ats/contract/masters.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import { m } from '#texts'

type Text = () => string

type Texts = {
  /** Column heading of the names, and label of the input above the table. */
  name: Text
  /** Placeholder of a select without a choice. */
  choose: Text
  list: Text
}

/** A master that is not a place has its own screen, name and entries in the audit log. */
type FlatTexts = Texts & {
  title: Text
  /** Its label as a field of an asset. */
  label: Text
  kind: Text
  created: Text
  changed: Text
  deleted: Text
  merged: Text
}

const placeTexts: Record<PlaceKind, Texts> = {
  city: { name: m.masters_city_name, choose: m.masters_choose_city, list: m.notifications_list_city },
  mm: { name: m.masters_mm_name, choose: m.masters_choose_mm, list: m.notifications_list_mm },
  property: {
    name: m.masters_property_name,
    choose: m.masters_choose_property,
    list: m.notifications_list_property,
  },
  aou: { name: m.masters_aou_name, choose: m.masters_choose_aou, list: m.notifications_list_aou },
  room: { name: m.masters_room_name, choose: m.masters_choose_room, list: m.notifications_list_room },
}

export const flatTexts: Record<FlatKind, FlatTexts> = {
  'asset-name': {
    title: m.nav_asset_name_master,
    label: m.assets_name,
    name: m.masters_asset_name,
    choose: m.masters_choose_asset_name,
    list: m.notifications_list_asset_name,
    kind: m.audit_kind_asset_name,
    created: m.audit_asset_name_created,
    changed: m.audit_asset_name_changed,
    deleted: m.audit_asset_name_deleted,
    merged: m.audit_asset_name_merged,
  },
  'asset-state': {
    title: m.nav_asset_state_master,
    label: m.assets_state,
    name: m.masters_state_name,
    choose: m.masters_choose_state,
    list: m.notifications_list_asset_state,
    kind: m.audit_kind_asset_state,
    created: m.audit_asset_state_created,
    changed: m.audit_asset_state_changed,
    deleted: m.audit_asset_state_deleted,
    merged: m.audit_asset_state_merged,
  },
  vendor: {
    title: m.nav_vendor_master,
    label: m.assets_vendor,
    name: m.masters_vendor_name,
    choose: m.masters_choose_vendor,
    list: m.notifications_list_vendor,
    kind: m.audit_kind_vendor,
    created: m.audit_vendor_created,
    changed: m.audit_vendor_changed,
    deleted: m.audit_vendor_deleted,
    merged: m.audit_vendor_merged,
  },
  brand: {
    title: m.nav_brand_master,
    label: m.assets_brand,
    name: m.masters_brand_name,
    choose: m.masters_choose_brand,
    list: m.notifications_list_brand,
    kind: m.audit_kind_brand,
    created: m.audit_brand_created,
    changed: m.audit_brand_changed,
    deleted: m.audit_brand_deleted,
    merged: m.audit_brand_merged,
  },
}

export const masterTexts: Record<MasterKind, Texts> = { ...placeTexts, ...flatTexts }

/** Collects the results of `read` for all masters that are not places. */
export const ofFlatMasters = <Name extends string, Value>(
  read: (kind: FlatKind, texts: FlatTexts) => [Name, Value][],
) =>
  Object.fromEntries(
    (Object.keys(flatMasters) as FlatKind[]).flatMap((kind) => read(kind, flatTexts[kind])),
  ) as Record<Name, Value>
