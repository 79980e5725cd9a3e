import { mostSortedAssets } from '@ats/contract/assets/assets.ts'
import { type AssetReportColumn, assetReportFilter, reports } from '@ats/contract/reports.ts'
import { OwnFieldFilterInput, OwnFieldFilterValue } from '#features/own-fields/own-fields.ts'
import { tableSize } from '#kernel/address/url-state.ts'
import { m } from '#texts'
import { DayField } from '#ui/form/day-field.tsx'
import { type Length, unsortedBeyond } from '#ui/table/column.ts'
import { report } from './report.ts'
import { AssetName, code, dayOrNotGiven, moment, orNotGiven, state } from './report-cells.tsx'
import { cityField, DayValue, mmField, propertyField, stateField, TextInputField } from './report-fields.tsx'

const heads: Record<AssetReportColumn, () => string> = {
  id: m.reports_id,
  rfidTagId: m.reports_rfid_tag_id,
  city: m.imports_column_city,
  mm: m.imports_column_mm,
  property: m.imports_column_property,
  aou: m.imports_column_aou,
  room: m.imports_column_room,
  assetName: m.assets_name,
  assetState: m.deleted_state,
  assetTagId: m.reports_asset_tag_id,
  brand: m.assets_brand,
  model: m.assets_model,
  serialNo: m.reports_serial_no,
  vendor: m.assets_vendor,
  rentalStartDate: m.assets_rental_start,
  rentalPeriod: m.reports_rental_period,
  createdBy: m.assets_created_by,
  createdAt: m.reports_created_at,
}

/** Sort orders that have an index and therefore work for any number of assets. */
const indexed: readonly AssetReportColumn[] = ['id', 'createdAt', 'rfidTagId', 'assetState']

const column = <Name extends AssetReportColumn>(id: Name) => ({
  id,
  header: heads[id],
  sort: id,
  ...(!indexed.includes(id) && {
    unsorted: (list: Length) => unsortedBeyond(mostSortedAssets, list, heads[id]),
  }),
})

export const assetWise = report({
  list: 'report-assets',
  title: m.reports_asset_wise_title,
  about: m.reports_asset_wise_about,
  call: reports.assets,
  filter: assetReportFilter.extend(tableSize),
  rowId: ({ id }) => id,
  assetOf: ({ id }) => id,
  one: m.reports_assets_one,
  other: m.reports_assets_other,
  fields: [
    { name: 'rfidTagId', label: m.reports_rfid_tag_id, Input: TextInputField },
    { name: 'assetTagId', label: m.reports_asset_tag_id, Input: TextInputField },
    mmField,
    propertyField,
    cityField,
    stateField,
    { name: 'from', label: m.reports_from, Input: DayField, Value: DayValue },
    { name: 'to', label: m.reports_to, Input: DayField, Value: DayValue },
    { name: 'fields', label: m.own_filter, Input: OwnFieldFilterInput, Value: OwnFieldFilterValue },
  ],
  hasOwnFields: true,
  columns: [
    { ...column('id'), cell: ({ id }) => code(id, 8), onPaper: 'nothing' },
    { ...column('rfidTagId'), cell: ({ rfidTagId }) => code(rfidTagId) },
    { ...column('city'), cell: ({ city }) => city, card: 'third' },
    { ...column('mm'), cell: ({ mm }) => orNotGiven(mm) },
    { ...column('property'), cell: ({ property }) => orNotGiven(property) },
    { ...column('aou'), cell: ({ aou }) => orNotGiven(aou) },
    { ...column('room'), cell: ({ room }) => orNotGiven(room) },
    {
      ...column('assetName'),
      cell: ({ id, assetName }) => <AssetName id={id} name={assetName} />,
      hidden: 'never',
      card: 'title',
    },
    { ...column('assetState'), cell: ({ assetState }) => state(assetState), card: 'second' },
    { ...column('assetTagId'), cell: ({ assetTagId }) => code(assetTagId), card: 'second' },
    { ...column('brand'), cell: ({ brand }) => orNotGiven(brand) },
    { ...column('model'), cell: ({ model }) => orNotGiven(model) },
    { ...column('serialNo'), cell: ({ serialNo }) => orNotGiven(serialNo) },
    { ...column('vendor'), cell: ({ vendor }) => orNotGiven(vendor) },
    { ...column('rentalStartDate'), cell: (row) => dayOrNotGiven(row.rentalStartDate) },
    { ...column('rentalPeriod'), cell: ({ rentalPeriod }) => orNotGiven(rentalPeriod), align: 'end' },
    { ...column('createdBy'), cell: ({ createdBy }) => orNotGiven(createdBy) },
    { ...column('createdAt'), cell: ({ createdAt }) => moment(createdAt) },
  ],
})
