import { mostDaysNotSeen, notSeenFilter, reports, type seenBy } from '@ats/contract/reports.ts'
import { TextInput } from '@mantine/core'
import { tableSize } from '#kernel/address/url-state.ts'
import { m } from '#texts'
import { type FieldInput, report } from './report.ts'
import { AssetName, code, moment, path, state } from './report-cells.tsx'
import { placeField } from './report-fields.tsx'

/** Accepts only a number of days within the report's limits. */
const daysTyped = (text: string) => {
  const days = Number(text.replaceAll(/\D/g, '').slice(0, 4))
  return days === 0 ? undefined : String(Math.min(days, mostDaysNotSeen))
}

function DaysField({ label, value, onChange }: FieldInput) {
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      value={value ?? ''}
      onChange={(event) => onChange(daysTyped(event.currentTarget.value))}
    />
  )
}

const byTexts: Record<(typeof seenBy)[number], () => string> = {
  reader: m.reports_seen_by_reader,
  inventory: m.reports_seen_by_inventory,
  never: m.common_not_given,
}

/** Assets that nobody has seen for a while. */
export const notSeen = report({
  list: 'report-not-seen',
  title: m.reports_not_seen_title,
  about: m.reports_not_seen_about,
  call: reports.notSeen,
  filter: notSeenFilter
    .omit({ location: true })
    .extend({ ...tableSize, days: notSeenFilter.shape.days.transform(String) }),
  rowId: ({ id }) => id,
  assetOf: ({ id }) => id,
  one: m.reports_assets_one,
  other: m.reports_assets_other,
  fields: [{ name: 'days', label: m.reports_not_seen_days, Input: DaysField }, placeField],
  columns: [
    { id: 'assetTagId', header: m.reports_asset_tag_id, cell: (row) => code(row.assetTagId), card: 'second' },
    {
      ...{ id: 'assetName', header: m.assets_name, card: 'title', hidden: 'never' },
      cell: ({ id, assetName }) => <AssetName id={id} name={assetName} />,
    },
    { id: 'rfidTagId', header: m.reports_rfid_tag_id, cell: ({ rfidTagId }) => code(rfidTagId) },
    { id: 'place', header: m.deleted_place, cell: ({ place }) => path(place), card: 'third' },
    { id: 'assetState', header: m.deleted_state, cell: (row) => state(row.assetState) },
    {
      ...{ id: 'lastSeenAt', header: m.reports_last_seen, card: 'second' },
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? m.reports_never_seen() : moment(lastSeenAt)),
    },
    {
      ...{ id: 'lastSeenPlace', header: m.reports_last_seen_place },
      // A place out of scope has no name here.
      cell: ({ lastSeenPlace, lastSeenBy }) =>
        path(lastSeenPlace ?? (lastSeenBy === 'never' ? m.common_not_given() : m.reports_elsewhere())),
    },
    { id: 'lastSeenBy', header: m.reports_last_seen_by, cell: ({ lastSeenBy }) => byTexts[lastSeenBy]() },
    {
      ...{ id: 'createdAt', header: m.reports_created_at, sort: 'createdAt' },
      cell: ({ createdAt }) => moment(createdAt),
    },
  ],
})
