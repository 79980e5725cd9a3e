import type { Asset } from '@ats/contract/assets/assets.ts'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type AssetListFilter, assetListFilter, printedAssets } from '#features/assets/asset-queries.ts'
import { cities } from '#features/places/places.ts'
import { useCity, useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import type { PageOf } from '#kernel/http/page-of.ts'
import { formatNumber, formatTime } from '#kernel/words/format.ts'
import { m } from '#texts'
import { PrintedFacts, PrintedTable, PrintScreen } from '#ui/print/print-screen.tsx'
import { FilterTexts } from '#ui/table/filter-values.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import { assetColumns } from './asset-list-columns.tsx'
import { assetFilters } from './asset-list-filters.tsx'

/** Columns without a meaning on paper. */
const onScreenOnly = ['image', 'action']
const columns = assetColumns.filter(({ id }) => !onScreenOnly.includes(id))

/** The filtered list with every column, for printing. */
export function PrintAssets() {
  const [{ cursor: _, size: __, ...filter }] = useUrlState(assetListFilter)
  const query = useQuery(printedAssets(filter, useScope()))
  const location = useCity()
  return (
    <PrintScreen
      title={m.assets_view_title()}
      documentTitle={m.assets_print_title()}
      back={
        <ButtonLink
          to="/dashboard/$location/manage-asset/view-assets"
          params={{ location }}
          search={true}
          variant="default"
        >
          {m.assets_print_back()}
        </ButtonLink>
      }
      query={query}
      failure={m.assets_fetch_failed()}
      sheet={(page) => <Sheet page={page} filter={filter} city={location} />}
    />
  )
}

type SheetProps = { page: PageOf<Asset>; filter: Pick<AssetListFilter, 'search'>; city: string }

function Sheet({ page: { rows, total, totalIsExact }, filter, city }: SheetProps) {
  const inCity = useQuery(cities).data?.find(({ location }) => location === city)?.name
  const [to, all] = [formatNumber(rows.length), formatNumber(total)]
  const showing = { from: formatNumber(Math.min(1, rows.length)), to, total: all }
  const facts = [
    totalIsExact ? m.table_showing(showing) : m.table_showing_more(showing),
    formatTime(new Date()),
  ]
  return (
    <>
      {rows.length < total && <Alert mb="sm">{m.assets_print_part({ count: to })}</Alert>}
      <PrintedFacts>
        {[inCity, filter.search].filter(Boolean).map((text) => `${text} · `)}
        <FilterTexts filters={assetFilters} filter={filter} />
        {facts.join(' · ')}
      </PrintedFacts>
      <PrintedTable label={m.assets_view_title()} columns={columns} rows={rows} rowId={({ _id }) => _id} />
    </>
  )
}
