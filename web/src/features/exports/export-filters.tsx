import type { Export } from '@ats/contract/exports.ts'
import { m } from '#texts'

/** The labels of a list's query parameters on its screen. */
const labels: Record<string, () => string> = {
  search: m.table_search,
  location: m.assets_place_kind_city,
  placeId: m.assets_place,
  mmId: m.inventory_mm,
  propertyId: m.inventory_property,
  parentId: m.masters_belongs_to,
  state: m.deleted_state,
  tagState: m.assets_tag_state,
  assetState: m.deleted_state,
  assignedUser: m.assets_assigned_user,
  userId: m.audit_person,
  status: m.requests_status,
  mine: m.requests_mine,
  undoable: m.exports_filter_undoable,
  assetId: m.requests_asset,
  action: m.audit_action,
  recordKind: m.audit_kind,
  recordId: m.audit_record,
  rfidTagId: m.reports_rfid_tag_id,
  assetTagId: m.reports_asset_tag_id,
  level: m.reports_level,
  lacks: m.reports_lacks,
  days: m.reports_not_seen_days,
  class: m.exports_filter_class,
  open: m.exports_filter_open,
  weak: m.exports_filter_weak,
  inventoryId: m.unknown_tags_inventory,
  ignored: m.unknown_tags_ignored,
  day: m.reports_day,
  from: m.reports_from,
  fromDate: m.reports_from,
  to: m.reports_to,
  toDate: m.reports_to,
}

/** 'Place: Indore > Head Office'; a boolean filter shows its label only. */
function filterText({ name, value, label: given }: Export['filters'][number]) {
  const label = given ?? labels[name]?.() ?? name
  return value === 'true' ? label : m.table_filter_value({ name: label, value })
}

export function ExportFilters({ filters }: Pick<Export, 'filters'>) {
  return <span>{filters.map(filterText).join(' · ')}</span>
}
