import type { Asset } from '@ats/contract/assets/assets.ts'
import { Alert, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AssetListFilter, assetListFilter, printedAssets } from '#features/assets/asset-queries.ts'
import { useScopeName } from '#features/places/places.ts'
import { useCity, useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import type { PageOf } from '#kernel/http/page-of.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { PrintedFacts, PrintScreen } from '#ui/print/print-screen.tsx'
import { PrintedTable } from '#ui/print/printed-table.tsx'
import { FilterTexts } from '#ui/table/filter-values.tsx'
import { useColumnsOnPaper } from '#ui/table/kept-columns.ts'
import { ButtonLink } from '#ui/text/link.tsx'
import { useAssetColumns } from './asset-list-columns.tsx'
import { useAssetFilters } from './asset-list-filters.tsx'

/** The filtered list with its visible columns, for printing. */
export function PrintAssets() {
  const [{ cursor: _, size: __, ...filter }] = useUrlState(assetListFilter)
  const query = useQuery(printedAssets(filter, useScope()))
  const location = useCity()
  const [hasImages, setHasImages] = useState(false)
  return (
    <PrintScreen
      title={m.assets_view_title()}
      documentTitle={m.assets_print_title()}
      buttons={
        <>
          <Checkbox
            label={m.assets_print_images()}
            checked={hasImages}
            onChange={(event) => setHasImages(event.currentTarget.checked)}
          />
          <ButtonLink
            to="/dashboard/$location/manage-asset/asset-labels"
            params={{ location }}
            search={true}
            variant="default"
          >
            {m.labels_print()}
          </ButtonLink>
          <ButtonLink
            to="/dashboard/$location/manage-asset/view-assets"
            params={{ location }}
            search={true}
            variant="default"
          >
            {m.assets_print_back()}
          </ButtonLink>
        </>
      }
      query={query}
      failure={m.assets_fetch_failed()}
      sheet={(page) => <Sheet page={page} filter={filter} hasImages={hasImages} />}
    />
  )
}

type SheetProps = { page: PageOf<Asset>; filter: Pick<AssetListFilter, 'search'>; hasImages: boolean }

function Sheet({ page: { rows, total, totalIsExact }, filter, hasImages }: SheetProps) {
  const columns = useColumnsOnPaper('assets', useAssetColumns())
  const filters = useAssetFilters()
  const [to, all] = [formatNumber(rows.length), formatNumber(total)]
  const showing = { from: formatNumber(Math.min(1, rows.length)), to, total: all }
  return (
    <>
      {rows.length < total && <Alert mb="sm">{m.assets_print_part({ count: to })}</Alert>}
      <PrintedFacts scope={useScopeName()}>
        {filter.search && `${filter.search} · `}
        <FilterTexts filters={filters} filter={filter} />
        {totalIsExact ? m.table_showing(showing) : m.table_showing_more(showing)}
      </PrintedFacts>
      <PrintedTable
        label={m.assets_view_title()}
        columns={columns.filter(({ id }) => hasImages || id !== 'image')}
        rows={rows}
        rowId={({ _id }) => _id}
      />
    </>
  )
}
