import type { ImportColumn } from '@ats/contract/imports.ts'
import { m } from '#texts'

const titles: Record<ImportColumn, () => string> = {
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
}

/** A problem may be about the whole row. */
export const columnTitle = (column: string) =>
  column in titles ? titles[column as ImportColumn]() : m.imports_whole_row()
