import type { ExportList } from '@ats/contract/exports.ts'
import { type MasterKind, masterKinds } from '@ats/contract/masters.ts'
import { m } from '#texts'
import { masterTexts } from './master-texts.ts'

const ofMasters = Object.fromEntries(
  (Object.keys(masterKinds) as MasterKind[]).map((kind) => [kind, masterTexts[kind].list]),
) as Record<MasterKind, () => string>

/** The name of each exported list; those of master records are in master-texts.ts. */
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
  'shop-reviews': m.shop_reviews_title,
  ...ofMasters,
}

/** The name of an exported list. A list that this version does not know keeps its code. */
export const listName = (list: string): string => lists[list as ExportList]?.() ?? list
