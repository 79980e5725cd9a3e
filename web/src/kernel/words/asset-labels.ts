import {
  type AssetField,
  type DetailFact,
  type DetailField,
  detailNames,
  details,
  factOf,
} from '@ats/contract/assets/fields.ts'
import { m } from '#texts'
import { formatDate } from './format.ts'
import { shownName } from './seeded-names.ts'

/** The label of each field of an asset. */
export const fieldLabels: Record<AssetField, () => string> = {
  rfidTag: m.assets_rfid_tag,
  assetTagId: m.imports_column_tag_id,
  assetName: m.assets_name,
  assignedUser: m.assets_assigned_user,
  place: m.imports_column_place,
  city: m.imports_column_city,
  mm: m.imports_column_mm,
  property: m.imports_column_property,
  aou: m.imports_column_aou,
  room: m.imports_column_room,
  assetState: m.assets_state,
  brand: m.assets_brand,
  model: m.assets_model,
  serialNo: m.assets_serial_no,
  vendor: m.assets_vendor,
  rentalStartDate: m.assets_rental_start,
  rentalPeriod: m.assets_rental_period,
  registeredAt: m.assets_registered_at,
  createdBy: m.assets_created_by,
}

/** The labels of the details, by their names in the ledger. */
export const detailFactLabels = Object.fromEntries(
  details.map((field) => [factOf(field), fieldLabels[field.name]]),
) as Record<DetailFact, () => string>

const days = new Set<string>(details.filter(({ is }) => is === 'day').map(factOf))

/** The value of a field or of a ledger fact, as shown to a person. */
export function fieldText(name: string, text: string): string {
  if (name === 'assetState') return shownName(text)
  return days.has(name) && text !== '' ? formatDate(text) : text
}

export const eachDetail = <Value>(value: (name: DetailField) => Value) =>
  Object.fromEntries(detailNames.map((name) => [name, value(name)])) as Record<DetailField, Value>
