import type { ExportList } from '@ats/contract/exports.ts'
import { m } from '#texts'

const lists: Record<ExportList, () => string> = {
  assets: m.notifications_list_assets,
  'deleted-assets': m.notifications_list_deleted_assets,
  'state-changes': m.notifications_list_state_changes,
  audit: m.notifications_list_audit,
  inventories: m.notifications_list_inventories,
  'inventory-items': m.notifications_list_inventory_items,
  'unknown-tags': m.notifications_list_unknown_tags,
  users: m.notifications_list_users,
  roles: m.notifications_list_roles,
  'report-assets': m.reports_asset_wise_title,
  'report-as-of': m.reports_as_of_title,
  'report-changes': m.reports_changes_title,
  'report-movements': m.reports_movements_title,
  'report-rentals': m.reports_rentals_title,
  'report-state-by-place': m.reports_state_by_place_title,
  'report-incomplete': m.reports_incomplete_title,
  'report-not-seen': m.reports_not_seen_title,
  'report-inventory-accuracy': m.reports_accuracy_title,
  'report-covered': m.reports_covered_title,
  covers: m.notifications_list_covers,
  'shop-reviews': m.shop_reviews_title,
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

/** The name of an exported list. A list that this version does not know keeps its code. */
export const listName = (list: string): string => lists[list as ExportList]?.() ?? list
