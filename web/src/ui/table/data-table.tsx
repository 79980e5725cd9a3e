import { useMediaQuery } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { isForbidden, messageOf } from '#kernel/api-error.ts'
import { useCity } from '#kernel/location.ts'
import type { PageOf } from '#kernel/page-of.ts'
import { small } from '#kernel/theme.ts'
import { m } from '#texts'
import { LoadFailed } from '../load-failed.tsx'
import { Loading } from '../loading.tsx'
import { BulkBar, type Chosen } from './bulk-bar.tsx'
import type { Column, Filter, ListFilter, SetListFilter } from './column.ts'
import { ColumnChooser } from './column-chooser.tsx'
import classes from './data-table.module.css'
import { ListFilters } from './list-filters.tsx'
import { NoRecords } from './no-records.tsx'
import { SearchBox } from './search-box.tsx'
import { sourceOf } from './state-of.ts'
import { TableCards } from './table-cards.tsx'
import { type FooterProps, TableFooter } from './table-footer.tsx'
import { TableGrid } from './table-grid.tsx'
import { useRows } from './use-rows.ts'

type Props<Row extends object> = {
  /** Names the table among those whose columns the browser keeps. */
  name: string
  /** Says what is listed, to those who cannot see the page's title beside it. */
  label: string
  query: UseQueryResult<PageOf<Row>>
  /** Stands outside the component, or in a useMemo. */
  columns: Column<Row>[]
  rowId: (row: Row) => string
  /** What useUrlState answers for the screen's filter. */
  list: readonly [ListFilter, SetListFilter, (() => void) | undefined]
  options?: Options<Row>
}

type Options<Row> = {
  /** The placeholder of the search box; without one there is none. */
  search?: string
  filters?: readonly Filter[]
  /** Stands beside the search box and the filters. */
  toolbar?: ReactNode
  /** Rows can be selected; `actions` are offered for those that are. */
  selection?: { rowName: (row: Row) => string; allMatching?: boolean; actions: (chosen: Chosen) => ReactNode }
  /** Offers the list as a file; it is told the file's columns for those that are shown, in their order. */
  exporting?: (shown: string[]) => ReactNode
  /** `report`: 'Rows per page: 10  1-10 of 100'. Otherwise 'Showing 1 to 10 of 100 entries', or a list's own. */
  footer?: 'entries' | 'report' | ComponentType<FooterProps>
  /** The text in place of rows, where there is more to say than that there are none. */
  empty?: string | undefined
  /** The text when the rows cannot be loaded. */
  failed?: (error: Error) => string
}

const none: never[] = []

/** The one table of the product: sorted and paged by the server, cards on a small screen. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { name, label, query, columns, rowId, list, options = {} } = props
  const [filter, setFilter, clear] = list
  const isSmall = useMediaQuery(small, undefined, { getInitialValueInEffect: false })
  const source = sourceOf(filter, useCity())
  const rows = useRows({ name, columns, rows: query.data?.rows ?? none, rowId, source })
  const total = query.data?.total ?? 0
  useLeaveEmptyPage(query, list)

  const [View, Footer] = [isSmall ? TableCards : TableGrid, footerOf(options.footer)]
  const empty = query.data !== undefined && query.data.rows.length === 0
  const renewing = query.isPlaceholderData && query.isFetching
  return (
    <div className={classes.frame}>
      <div className={classes.bar}>
        {options.search !== undefined && (
          <SearchBox value={filter.search ?? ''} placeholder={options.search} onSearch={setFilter} />
        )}
        {options.filters && <ListFilters filters={options.filters} filter={filter} setFilter={setFilter} />}
        {options.toolbar}
        <div className={classes.barEnd}>
          {query.isPending || renewing ? <Loading /> : null}
          {options.exporting?.(rows.shown.flatMap(({ id, exports = [id] }) => exports))}
          <ColumnChooser rows={rows} />
        </div>
      </div>
      {options.selection && rows.selected.length > 0 && (
        <BulkBar
          rows={rows}
          total={options.selection.allMatching && query.data?.totalIsExact ? total : undefined}
          actions={options.selection.actions}
        />
      )}
      {query.isError && (
        <RowsFailed query={query} text={options.failed?.(query.error) ?? m.error_loading()} />
      )}
      {!(query.isError && query.data === undefined) && !empty && (
        <View
          rows={rows}
          label={label}
          sort={{ filter, setFilter }}
          loading={query.isPending ? filter.size : 0}
          dimmed={renewing}
          rowName={options.selection?.rowName}
        />
      )}
      {empty && <NoRecords text={options.empty} onClear={clear} />}
      {query.data !== undefined && !empty && (
        <Footer
          page={query.data}
          filter={filter}
          setFilter={setFilter}
          kind={options.footer === 'report' ? 'report' : 'entries'}
          onRenew={() => void query.refetch()}
        />
      )}
      {empty && options.footer !== 'report' && <p className={classes.none}>{noEntries()}</p>}
    </div>
  )
}

/** Whoever may not see the rows is told so; trying again would not help them. */
function RowsFailed({ query, text }: { query: UseQueryResult; text: string }) {
  return (
    <div className={classes.message}>
      {isForbidden(query.error) ? (
        <LoadFailed text={m.users_forbidden()} />
      ) : (
        <LoadFailed
          text={text}
          detail={messageOf(query.error, '') || undefined}
          onRetry={() => void query.refetch()}
        />
      )}
    </div>
  )
}

const footerOf = (footer: Options<never>['footer']) => (typeof footer === 'function' ? footer : TableFooter)

const noEntries = () => m.table_showing({ from: 0, to: 0, total: 0 })

/** The last rows of a page can be deleted; people are not left on a page that is no more. */
function useLeaveEmptyPage(
  query: UseQueryResult<PageOf<object>>,
  [filter, setFilter]: Props<object>['list'],
) {
  const isGone = filter.cursor !== undefined && !query.isPlaceholderData && query.data?.rows.length === 0
  useEffect(() => {
    if (isGone) setFilter({ cursor: undefined }, 'replace')
  }, [isGone, setFilter])
}
