import type { Cover } from '@ats/contract/covers.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { ExportButton } from '#features/exports/exports.tsx'
import { VendorSelect, vendorById } from '#features/masters/masters.ts'
import { useCity } from '#kernel/address/location.ts'
import { useHolds } from '#kernel/address/screen.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { m } from '#texts'
import { listOverPage } from '#ui/form/records.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { Page } from '#ui/page/page.tsx'
import { ChoiceFilter } from '#ui/table/choice-filter.tsx'
import type { Filter, FilterInput } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { coverColumns } from './cover-columns.tsx'
import { coverList, coverListFilter } from './cover-queries.ts'
import { coverKindChoices, coverKindName, coverStateChoices, coverStateName } from './cover-words.ts'

const CoverDialog = lazyPart(async () => (await import('./cover-dialog.tsx')).CoverDialog)

const filters: Filter<keyof z.output<typeof coverListFilter>>[] = [
  { name: 'kind', label: m.covers_kind, Input: KindFilter, Value: ({ value }) => coverKindName(value) },
  { name: 'state', label: m.covers_state, Input: StateFilter, Value: ({ value }) => coverStateName(value) },
  { name: 'vendorId', label: m.assets_vendor, Input: VendorFilter, Value: VendorName },
]

/** The covers that the person sees: AMC, warranty, insurance and lease. */
export function Covers() {
  const list = useUrlState(coverListFilter)
  const [filter] = list
  const [isAdding, setAdding] = useState(false)
  const open = useOpenCover()
  const add = useHolds('manage-asset') && (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {m.covers_new()}
    </Button>
  )
  return (
    <Page crumbs={[m.crumb_manage_asset(), m.covers_title()]} actions={add}>
      <DataTable
        name="covers"
        label={m.covers_title()}
        query={useQuery(coverList(filter))}
        columns={coverColumns}
        rowId={({ _id }) => _id}
        list={list}
        options={{
          search: m.covers_search(),
          filters,
          empty: list[2] === undefined ? m.covers_none() : undefined,
          exporting: (shown) => <ExportButton list="covers" filter={filter} shown={shown} />,
          failed: () => m.covers_failed(),
        }}
      />
      {isAdding && <CoverDialog onClose={() => setAdding(false)} onSaved={open} />}
    </Page>
  )
}

function useOpenCover() {
  const navigate = useNavigate()
  const location = useCity()
  return ({ _id: id }: Cover) =>
    void navigate({ to: '/dashboard/$location/manage-asset/covers/$id', params: { location, id } })
}

function KindFilter(props: FilterInput) {
  return <ChoiceFilter {...props} any={m.covers_kind_any()} choices={coverKindChoices()} />
}

function StateFilter(props: FilterInput) {
  return <ChoiceFilter {...props} any={m.covers_state_any()} choices={coverStateChoices()} />
}

function VendorFilter({ label, value, onChange }: FilterInput) {
  return (
    <VendorSelect
      label={undefined}
      aria-label={label}
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
