import type { DeletedAsset } from '@ats/contract/assets/bin.ts'
import type { BulkResult } from '@ats/contract/bulk.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { assetTitle } from '#features/assets/asset-place.ts'
import { useRestoreAssets } from '#features/assets/asset-queries.ts'
import { ShortSearch } from '#features/assets/list/short-search.tsx'
import { ExportButton } from '#features/exports/exports.tsx'
import { cities } from '#features/places/places.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { isForbidden, messageOf } from '#kernel/http/api-error.ts'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { HelpLink } from '#ui/page/help-link.tsx'
import { Page } from '#ui/page/page.tsx'
import { ChoiceFilter } from '#ui/table/choice-filter.tsx'
import type { Filter, FilterInput } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { toast } from '#ui/toast/toast.ts'
import { deletedColumns } from './deleted-columns.tsx'
import { type DeletedListFilter, deletedList, deletedListFilter } from './deleted-queries.ts'

const RestoreResults = lazyPart(async () => (await import('./deleted-results.tsx')).RestoreResults)

/** Every asset was restored without a remark. */
const isPlain = ({ results }: BulkResult) => results.every(({ code }) => code === 'restored')

const deletedFilters: Filter<keyof DeletedListFilter>[] = [
  { name: 'location', label: m.deleted_city, Input: CityFilter, Value: CityName },
]

export function DeletedAssets() {
  const list = useUrlState(deletedListFilter)
  const [filter] = list
  const { restore, busy, result, forget } = useRestoring()
  const manages = useSession()?.user.permissions.includes('manage-asset') ?? false
  const columns = useMemo(
    () =>
      deletedColumns(manages ? { restore: (asset) => busy || void restore([asset._id], asset), busy } : null),
    [manages, restore, busy],
  )
  const query = useQuery(deletedList(filter))
  return (
    <Page crumbs={[m.crumb_reports(), m.reports_deleted_title()]}>
      <ShortSearch page={query.data} />
      <DataTable
        name="deleted-assets"
        label={m.reports_deleted_title()}
        query={query}
        columns={columns}
        rowId={(asset) => asset._id}
        list={list}
        options={{
          search: m.deleted_search(),
          footer: 'report',
          exporting: (shown) => <ExportButton list="deleted-assets" filter={filter} shown={shown} />,
          failed: (error) => (isForbidden(error) ? m.users_forbidden() : m.deleted_fetch_failed()),
          help: <HelpLink answer="restoring">{m.help_q_restore()}</HelpLink>,
          filters: deletedFilters,
          ...(manages && {
            panelOf: ({ _id }: DeletedAsset) => _id,
            selection: {
              rowName: assetTitle,
              actions: ({ ids, clear }) => (
                <Button
                  size="compact-sm"
                  aria-disabled={busy}
                  onClick={() => busy || void restore(ids).then((done) => done && clear())}
                >
                  {busy ? m.deleted_restoring() : m.deleted_restore()}
                </Button>
              ),
            },
          }),
        }}
      />
      {result !== null && <RestoreResults result={result} onClose={forget} />}
    </Page>
  )
}

/** A single asset that was restored completely gets a toast; any other result is listed asset by asset. */
function useRestoring() {
  const restoreAssets = useRestoreAssets()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<BulkResult | null>(null)
  const restore = useCallback(
    async (ids: string[], only?: DeletedAsset) => {
      setBusy(true)
      try {
        const reply = await restoreAssets(ids)
        if (only === undefined || !isPlain(reply)) setResult(reply)
        else {
          toast.success(m.deleted_restored({ name: assetTitle(only) }))
          document.querySelector('h1')?.focus()
        }
        return true
      } catch (error) {
        toast.failure(m.deleted_restore_failed(), messageOf(error, ''))
        return false
      } finally {
        setBusy(false)
      }
    },
    [restoreAssets],
  )
  return { restore, busy, result, forget: () => setResult(null) }
}

function CityFilter(props: FilterInput) {
  const { data = [] } = useQuery(cities)
  if (data.length < 2) return null
  const choices = data.map(({ name, location }) => ({ value: location, label: name }))
  return <ChoiceFilter {...props} any={m.app_all_locations()} choices={choices} />
}

function CityName({ value }: { value: string }) {
  const { data = [] } = useQuery(cities)
  return data.find(({ location }) => location === value)?.name ?? value
}
