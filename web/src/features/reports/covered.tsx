import { coveredReportFilter } from '@ats/contract/covered-report.ts'
import { reports } from '@ats/contract/reports.ts'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { coverKindChoices, coverKindName } from '#features/covers/covers.ts'
import { VendorSelect, vendorById } from '#features/masters/masters.ts'
import { tableSize } from '#kernel/address/url-state.ts'
import { m } from '#texts'
import { DayField } from '#ui/form/day-field.tsx'
import { listOverPage } from '#ui/form/records.tsx'
import { type FieldInput, report } from './report.ts'
import { AssetName, code, dayOrNotGiven, orNotGiven, path } from './report-cells.tsx'
import { CoveredField, CoveredValue, DayValue, placeField } from './report-fields.tsx'

function KindField({ label, value, onChange }: FieldInput) {
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: m.covers_kind_any() }, ...coverKindChoices()]}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}

function VendorField({ label, value, onChange }: FieldInput) {
  return (
    <VendorSelect
      label={label}
      placeholder={m.covers_vendor_any()}
      comboboxProps={listOverPage}
      value={value ?? ''}
      onChange={(id) => onChange(id || undefined)}
    />
  )
}

function VendorName({ value }: { value: string }) {
  return useQuery(vendorById(value)).data?.name ?? value
}

/** Which assets are covered on a day, and which are not. */
export const covered = report({
  list: 'report-covered',
  title: m.reports_covered_title,
  about: m.reports_covered_about,
  call: reports.covered,
  filter: coveredReportFilter.omit({ location: true }).extend(tableSize),
  rowId: ({ id }) => id,
  assetOf: ({ assetId }) => assetId,
  one: m.reports_rows_one,
  other: m.reports_rows_other,
  fields: [
    { name: 'covered', label: m.reports_covered, Input: CoveredField, Value: CoveredValue },
    { name: 'day', label: m.reports_covered_day, Input: DayField, Value: DayValue },
    {
      name: 'kind',
      label: m.covers_kind,
      Input: KindField,
      Value: ({ value }: { value: string }) => coverKindName(value),
    },
    { name: 'vendorId', label: m.assets_vendor, Input: VendorField, Value: VendorName },
    placeField,
  ],
  days: ({ day }, today) => ({ day: day ?? today }),
  columns: [
    { id: 'assetTagId', header: m.reports_asset_tag_id, cell: (row) => code(row.assetTagId), card: 'second' },
    {
      ...{ id: 'assetName', header: m.assets_name, card: 'title', hidden: 'never' },
      cell: ({ assetId, assetName }) => <AssetName id={assetId} name={assetName} />,
    },
    { id: 'place', header: m.deleted_place, cell: ({ place }) => path(place), card: 'third' },
    { id: 'cover', header: m.reports_cover, cell: ({ cover }) => orNotGiven(cover), card: 'second' },
    { id: 'kind', header: m.covers_kind, cell: ({ kind }) => orNotGiven(kind && coverKindName(kind)) },
    { id: 'vendor', header: m.assets_vendor, cell: ({ vendor }) => orNotGiven(vendor) },
    { id: 'endsOn', header: m.covers_ends, cell: ({ endsOn }) => dayOrNotGiven(endsOn) },
  ],
})
