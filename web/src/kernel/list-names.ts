import type { ExportList } from '@ats/contract/exports.ts'
import { m } from '#texts'

/** Texts of their own: one shared with another screen would be one more file for that screen to load. */
const lists: Record<ExportList, () => string> = {
  assets: m.notifications_list_assets,
  'deleted-assets': m.notifications_list_deleted_assets,
  'state-changes': m.notifications_list_state_changes,
  audit: m.notifications_list_audit,
  users: m.notifications_list_users,
  roles: m.notifications_list_roles,
  city: m.notifications_list_city,
  mm: m.notifications_list_mm,
  property: m.notifications_list_property,
  aou: m.notifications_list_aou,
  room: m.notifications_list_room,
  'asset-name': m.notifications_list_asset_name,
  'asset-state': m.notifications_list_asset_state,
  vendor: m.notifications_list_vendor,
  brand: m.notifications_list_brand,
}

/** What a list that was exported is called; one that this version does not know keeps its code. */
export const listName = (list: string): string => lists[list as ExportList]?.() ?? list
