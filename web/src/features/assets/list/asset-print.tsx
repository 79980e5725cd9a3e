import type { Asset } from '@ats/contract/assets/assets.ts'
import { Alert, Button, Group } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type AssetListFilter, assetListFilter, printedAssets } from '#features/assets/asset-queries.ts'
import { cities } from '#features/places/places.ts'
import { messageOf } from '#kernel/api-error.ts'
import { formatNumber, formatTime } from '#kernel/format.ts'
import { useCity, useScope } from '#kernel/location.ts'
import type { PageOf } from '#kernel/page-of.ts'
import { useUrlState } from '#kernel/url-state.ts'
import { m } from '#texts'
import { Heading } from '#ui/heading.tsx'
import { ButtonLink } from '#ui/link.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Loading } from '#ui/loading.tsx'
import { FilterTexts } from '#ui/table/filter-values.tsx'
import { assetColumns } from './asset-list-columns.tsx'
import { assetFilters } from './asset-list-filters.tsx'
import classes from './asset-print.module.css'

/** What has nothing to say on paper. */
const onScreenOnly = ['image', 'action']
const columns = assetColumns.filter(({ id }) => !onScreenOnly.includes(id))

/** The list as it is filtered, with every column, for paper. */
export function PrintAssets() {
  const [{ cursor: _, size: __, ...filter }] = useUrlState(assetListFilter)
  const query = useQuery(printedAssets(filter, useScope()))
  const location = useCity()
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Heading title={m.assets_view_title()} documentTitle={m.assets_print_title()} />
        <Group gap="sm" className={classes.buttons ?? ''}>
          <ButtonLink
            to="/dashboard/$location/manage-asset/view-assets"
            params={{ location }}
            search={true}
            variant="default"
          >
            {m.assets_print_back()}
          </ButtonLink>
          <Button
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            disabled={query.data === undefined}
            onClick={() => globalThis.print()}
          >
            {m.common_print()}
          </Button>
        </Group>
      </Group>
      {query.isPending && <Loading />}
      {query.isError && (
        <LoadFailed
          text={m.assets_fetch_failed()}
          detail={messageOf(query.error, '') || undefined}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data !== undefined && <Sheet page={query.data} filter={filter} city={location} />}
    </>
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
      <p className={classes.facts}>
        {[inCity, filter.search].filter(Boolean).map((text) => `${text} · `)}
        <FilterTexts filters={assetFilters} filter={filter} />
        {facts.join(' · ')}
      </p>
      <table className={classes.sheet} aria-label={m.assets_view_title()}>
        <thead>
          <tr>
            {columns.map(({ id, header }) => (
              <th key={id} scope="col">
                {header()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((asset) => (
            <tr key={asset._id}>
              {columns.map(({ id, cell }) => (
                <td key={id}>{cell(asset)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
