import { keyOfOwnFact } from '@ats/contract/own-fields/types.ts'
import { changeDays, rentalDays } from '@ats/contract/report-days.ts'
import {
  asOfFilter,
  changedFacts,
  changeFilter,
  incompleteFilter,
  rentalFilter,
  reports,
  stateByPlaceFilter,
} from '@ats/contract/reports.ts'
import { useQuery } from '@tanstack/react-query'
import { ownFieldLabel, ownFieldList } from '#features/own-fields/own-fields.ts'
import { tableSize } from '#kernel/address/url-state.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { DayField } from '#ui/form/day-field.tsx'
import { lastSeenColumns } from './last-seen-columns.tsx'
import { report } from './report.ts'
import { AssetName, code, dayOrNotGiven, moment, orNotGiven, path, state } from './report-cells.tsx'
import {
  DayValue,
  LacksField,
  LacksValue,
  LevelField,
  LevelValue,
  placeField,
  stateField,
} from './report-fields.tsx'

const inCity = { location: true } as const

const from = { name: 'from', label: m.reports_from, Input: DayField, Value: DayValue } as const
const to = { name: 'to', label: m.reports_to, Input: DayField, Value: DayValue } as const

const factNames: Record<(typeof changedFacts)[number], () => string> = {
  state: m.deleted_state,
  place: m.deleted_place,
  holder: m.assets_assigned_user,
  name: m.assets_name,
  tag: m.reports_rfid_tag_id,
  brand: m.assets_brand,
  vendor: m.assets_vendor,
  bin: m.reports_bin,
}
/** The names of changed facts, also of fields of the organisation. */
function FactsText({ codes }: { codes: string }) {
  const { data: fields = [] } = useQuery(ownFieldList())
  const named = codes.split(' ').map((code) => {
    const field = fields.find(({ key }) => key === keyOfOwnFact(code))
    const fact = changedFacts.find((one) => one === code)
    if (fact !== undefined) return factNames[fact]()
    return field === undefined ? (keyOfOwnFact(code) ?? code) : ownFieldLabel(field)
  })
  return named.join(', ')
}

/** A record out of scope has no name here. */
const stateOrElsewhere = (name: string | null) => (name === null ? m.reports_elsewhere() : shownName(name))
const placeOrElsewhere = (place: string | null) => path(place ?? m.reports_elsewhere())

const asOf = report({
  list: 'report-as-of',
  title: m.reports_as_of_title,
  about: m.reports_as_of_about,
  call: reports.asOf,
  filter: asOfFilter.omit(inCity).extend(tableSize),
  rowId: ({ id }) => id,
  assetOf: ({ id }) => id,
  hasOwnFields: true,
  one: m.reports_assets_one,
  other: m.reports_assets_other,
  fields: [{ name: 'day', label: m.reports_day, Input: DayField, Value: DayValue }, placeField],
  days: ({ day }, today) => ({ day: day ?? today }),
  columns: [
    { id: 'assetTagId', header: m.reports_asset_tag_id, cell: (row) => code(row.assetTagId), card: 'second' },
    {
      ...{ id: 'assetName', header: m.assets_name, card: 'title', hidden: 'never' },
      cell: ({ id, assetName }) => <AssetName id={id} name={orNotGiven(assetName)} />,
    },
    { id: 'rfidTagId', header: m.reports_rfid_tag_id, cell: ({ rfidTagId }) => code(rfidTagId) },
    { id: 'place', header: m.deleted_place, cell: ({ place }) => path(orNotGiven(place)), card: 'third' },
    {
      ...{ id: 'assetState', header: m.deleted_state, card: 'second' },
      cell: ({ assetState }) => (assetState === null ? m.common_not_given() : state(assetState)),
    },
    { id: 'assignedUser', header: m.assets_assigned_user, cell: (row) => orNotGiven(row.assignedUser) },
    { id: 'since', header: m.reports_since, cell: ({ since }) => moment(since) },
  ],
})

const changes = report({
  list: 'report-changes',
  title: m.reports_changes_title,
  about: m.reports_changes_about,
  call: reports.changes,
  filter: changeFilter.omit(inCity).extend(tableSize),
  rowId: ({ id }) => id,
  assetOf: ({ assetId }) => assetId,
  one: m.reports_changes_one,
  other: m.reports_changes_other,
  fields: [from, to, placeField],
  days: changeDays,
  columns: [
    { id: 'at', header: m.reports_changed_at, cell: ({ at }) => moment(at), sort: 'at', card: 'third' },
    { id: 'assetTagId', header: m.reports_asset_tag_id, cell: (row) => code(row.assetTagId), card: 'second' },
    {
      ...{ id: 'assetName', header: m.assets_name, card: 'title', hidden: 'never' },
      cell: ({ assetId, assetName }) => <AssetName id={assetId} name={orNotGiven(assetName)} />,
    },
    {
      id: 'changed',
      header: m.reports_changed,
      cell: ({ changed }) => <FactsText codes={changed} />,
      card: 'second',
    },
    { id: 'stateBefore', header: m.reports_state_before, cell: (row) => stateOrElsewhere(row.stateBefore) },
    { id: 'stateAfter', header: m.reports_state_after, cell: (row) => stateOrElsewhere(row.stateAfter) },
    { id: 'placeBefore', header: m.reports_place_before, cell: (row) => placeOrElsewhere(row.placeBefore) },
    { id: 'placeAfter', header: m.reports_place_after, cell: (row) => placeOrElsewhere(row.placeAfter) },
    { id: 'holderBefore', header: m.reports_holder_before, cell: (row) => orNotGiven(row.holderBefore) },
    { id: 'holderAfter', header: m.reports_holder_after, cell: (row) => orNotGiven(row.holderAfter) },
    { id: 'by', header: m.reports_changed_by, cell: ({ by }) => orNotGiven(by) },
  ],
})

const movements = report({
  list: 'report-movements',
  title: m.reports_movements_title,
  about: m.reports_movements_about,
  call: reports.movements,
  filter: changeFilter.omit(inCity).extend(tableSize),
  rowId: ({ id }) => id,
  assetOf: ({ assetId }) => assetId,
  one: m.reports_movements_one,
  other: m.reports_movements_other,
  fields: [from, to, placeField],
  days: changeDays,
  columns: [
    { id: 'at', header: m.reports_moved_at, cell: ({ at }) => moment(at), sort: 'at', card: 'second' },
    { id: 'assetTagId', header: m.reports_asset_tag_id, cell: (row) => code(row.assetTagId), card: 'second' },
    {
      ...{ id: 'assetName', header: m.assets_name, card: 'title', hidden: 'never' },
      cell: ({ assetId, assetName }) => <AssetName id={assetId} name={orNotGiven(assetName)} />,
    },
    { id: 'placeBefore', header: m.reports_moved_from, cell: (row) => placeOrElsewhere(row.placeBefore) },
    {
      ...{ id: 'placeAfter', header: m.reports_moved_to, card: 'third' },
      cell: (row) => placeOrElsewhere(row.placeAfter),
    },
    { id: 'by', header: m.reports_moved_by, cell: ({ by }) => orNotGiven(by) },
    ...lastSeenColumns,
  ],
})

const rentals = report({
  list: 'report-rentals',
  title: m.reports_rentals_title,
  about: m.reports_rentals_about,
  call: reports.rentals,
  filter: rentalFilter.omit(inCity).extend(tableSize),
  rowId: ({ id }) => id,
  assetOf: ({ id }) => id,
  one: m.reports_assets_one,
  other: m.reports_assets_other,
  fields: [from, to, placeField],
  days: rentalDays,
  columns: [
    {
      ...{ id: 'ends', header: m.reports_rental_ends, sort: 'ends', card: 'second' },
      cell: ({ ends }) => dayOrNotGiven(ends),
    },
    { id: 'assetTagId', header: m.reports_asset_tag_id, cell: (row) => code(row.assetTagId), card: 'second' },
    {
      ...{ id: 'assetName', header: m.assets_name, card: 'title', hidden: 'never' },
      cell: ({ id, assetName }) => <AssetName id={id} name={assetName} />,
    },
    { id: 'vendor', header: m.assets_vendor, cell: ({ vendor }) => orNotGiven(vendor) },
    { id: 'place', header: m.deleted_place, cell: ({ place }) => path(place), card: 'third' },
    {
      ...{ id: 'rentalStartDate', header: m.assets_rental_start },
      cell: (row) => dayOrNotGiven(row.rentalStartDate),
    },
    { id: 'rentalPeriod', header: m.reports_rental_period, cell: (row) => row.rentalPeriod, align: 'end' },
    ...lastSeenColumns,
  ],
})

const stateByPlace = report({
  list: 'report-state-by-place',
  title: m.reports_state_by_place_title,
  about: m.reports_state_by_place_about,
  call: reports.stateByPlace,
  filter: stateByPlaceFilter.omit(inCity).extend(tableSize),
  rowId: ({ id }) => id,
  one: m.reports_rows_one,
  other: m.reports_rows_other,
  fields: [
    { name: 'level', label: m.reports_level, Input: LevelField, Value: LevelValue },
    placeField,
    stateField,
  ],
  columns: [
    {
      ...{ id: 'place', header: m.deleted_place, sort: 'place', card: 'title', hidden: 'never' },
      cell: ({ place }) => place,
    },
    { id: 'assetState', header: m.deleted_state, cell: (row) => state(row.assetState) },
    { id: 'assets', header: m.reports_count, cell: (row) => formatNumber(row.assets), align: 'end' },
    { id: 'deleted', header: m.reports_in_bin, cell: (row) => formatNumber(row.deleted), align: 'end' },
  ],
})

const incomplete = report({
  list: 'report-incomplete',
  title: m.reports_incomplete_title,
  about: m.reports_incomplete_about,
  call: reports.incomplete,
  filter: incompleteFilter.omit(inCity).extend(tableSize),
  rowId: ({ id }) => id,
  assetOf: ({ id }) => id,
  one: m.reports_assets_one,
  other: m.reports_assets_other,
  fields: [{ name: 'lacks', label: m.reports_lacks, Input: LacksField, Value: LacksValue }, placeField],
  columns: [
    { id: 'assetTagId', header: m.reports_asset_tag_id, cell: (row) => code(row.assetTagId), card: 'second' },
    {
      ...{ id: 'assetName', header: m.assets_name, card: 'title', hidden: 'never' },
      cell: ({ id, assetName }) => <AssetName id={id} name={assetName} />,
    },
    { id: 'rfidTagId', header: m.reports_rfid_tag_id, cell: ({ rfidTagId }) => code(rfidTagId) },
    { id: 'city', header: m.imports_column_city, cell: ({ city }) => city, card: 'third' },
    { id: 'mm', header: m.imports_column_mm, cell: ({ mm }) => orNotGiven(mm) },
    { id: 'property', header: m.imports_column_property, cell: ({ property }) => orNotGiven(property) },
    { id: 'aou', header: m.imports_column_aou, cell: ({ aou }) => orNotGiven(aou) },
    { id: 'room', header: m.imports_column_room, cell: ({ room }) => orNotGiven(room) },
    { id: 'assetState', header: m.deleted_state, cell: (row) => state(row.assetState), card: 'second' },
    { id: 'createdBy', header: m.assets_created_by, cell: ({ createdBy }) => orNotGiven(createdBy) },
    {
      ...{ id: 'createdAt', header: m.reports_created_at, sort: 'createdAt' },
      cell: ({ createdAt }) => moment(createdAt),
    },
  ],
})

export const moreReports = [asOf, changes, movements, rentals, stateByPlace, incomplete]
