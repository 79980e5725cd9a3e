import { useMediaQuery } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useListed } from '#kernel/address/list-steps.ts'
import { useCity } from '#kernel/address/location.ts'
import { small } from '#kernel/device/theme.ts'
import { ApiError, isForbidden, messageOf } from '#kernel/http/api-error.ts'
import type { PageOf } from '#kernel/http/page-of.ts'
import { m } from '#texts'
import { useEscape } from '#ui/dialog/escape.ts'
import { usePanelAddress } from '#ui/dialog/panel-address.ts'
import { SearchBox } from '#ui/form/search-box.tsx'
import { useFetchLater } from '#ui/lazy/fetch-later.ts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { ColumnHints } from '#ui/text/column-hints.tsx'
import { SearchText } from '#ui/text/matched.tsx'
import type { Chosen } from '../table-parts/bulk-bar.tsx'
import type { Column, Filter, ListFilter, SetListFilter } from './column.ts'
import { ColumnChooser } from './column-chooser.tsx'
import classes from './data-table.module.css'
import { FilterChips } from './filter-values.tsx'
import { ListFilters } from './list-filters.tsx'
import { NoRecords } from './no-records.tsx'
import { isAnySelected, selectedCount } from './selection.ts'
import { sourceOf } from './state-of.ts'
import { type FooterProps, TableFooter } from './table-footer.tsx'
import { TableGrid } from './table-grid.tsx'
import { type RowKeys, useFollowOpenRow, useRowKeys } from './use-row-keys.ts'
import { type TableRows, useRows } from './use-rows.ts'

const loadBulkBar = async () => (await import('../table-parts/bulk-bar.tsx')).BulkBar
const BulkBar = lazyPart(loadBulkBar) as typeof import('../table-parts/bulk-bar.tsx').BulkBar
const TableCards = lazyPart(async () => (await import('../table-parts/table-cards.tsx')).TableCards, {
  waiting: () => <div className={classes.cardsWait} />,
}) as typeof import('../table-parts/table-cards.tsx').TableCards
const SortChoice = lazyPart(async () => (await import('../table-parts/sort-choice.tsx')).SortChoice, {
  waiting: () => <span className={classes.sortWaits} />,
}) as typeof import('../table-parts/sort-choice.tsx').SortChoice

type Props<Row extends object> = {
  /** The key under which the browser stores the columns. */
  name: string
  /** The accessible name of the list, for people who do not see the page title above it. */
  label: string
  query: UseQueryResult<PageOf<Row>>
  /** Define it outside the component, or in a useMemo. */
  columns: Column<Row>[]
  rowId: (row: Row) => string
  /** The result of useUrlState for the screen's filter. */
  list: readonly [ListFilter, SetListFilter, (() => void) | undefined]
  options?: Options<Row>
}

type Options<Row> = {
  /** The placeholder of the search box; without it there is no search box. */
  search?: string
  filters?: readonly Filter[]
  /** Next to the search box and the filters. */
  toolbar?: ReactNode
  /** Makes rows selectable; `actions` are offered for the selected rows. */
  selection?: { rowName: (row: Row) => string; allMatching?: boolean; actions: (chosen: Chosen) => ReactNode }
  /** Keys for actions on the focused row; `aria-keyshortcuts` gives them to buttons for selected rows. */
  rowKeys?: RowKeys<Row>
  /** The id of the asset whose panel a row opens: Previous and Next in the panel follow the rows. */
  panelOf?: (row: Row) => string
  /** Offers an export; receives the export columns for the visible columns, in their order. */
  exporting?: (shown: string[]) => ReactNode
  /**
   * `report`: 'Rows per page: 10  1-10 of 100'. Otherwise 'Showing 1 to 10 of 100 entries', or a custom
   * footer.
   */
  footer?: 'entries' | 'report' | ComponentType<FooterProps>
  /** The id of a new row: it is highlighted and scrolled into view. */
  marked?: string | undefined
  /** An additional text for an empty list. */
  empty?: string | undefined
  /** A link to help, for an empty list. */
  help?: ReactNode
  /** The text for rows that could not be loaded. */
  failed?: (error: Error) => string
}

const none: never[] = []
const unknownLength = { total: 0, totalIsExact: true }

/** The table of all lists: sorted and paged by the server, shown as cards on small screens. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { name, label, query, columns, rowId, list, options = {} } = props
  const [filter, setFilter, clear] = list
  const isSmall = useMediaQuery(small, undefined, { getInitialValueInEffect: false })
  const shown = query.data?.rows ?? none
  const source = sourceOf(filter, useCity())
  const rows = useRows({ name, columns, rows: shown, rowId, source })
  useFollowPage(query, list, options.marked)
  const isRefused = useLeaveRefusedOrder(query, list)
  const shownSource = useShownSource(source, query.isPlaceholderData)
  const frame = useRowKeys(shown, options.rowKeys)
  const panel = usePanelOf(frame, query, options.panelOf, setFilter)
  useFetchLater(loadBulkBar, options.selection !== undefined)
  useEscape(rows.clearSelection, isAnySelected(rows.selection), 'selection')
  const total = options.selection?.allMatching && query.data?.totalIsExact ? query.data.total : undefined
  const sort = { filter, setFilter, length: query.data ?? unknownLength }
  const [View, Footer] = [isSmall ? TableCards : TableGrid, footerOf(options.footer)]
  const empty = query.data?.rows.length === 0
  const renewing = query.isPlaceholderData && query.isFetching
  return (
    <div className={classes.frame} ref={frame}>
      <TableBar
        {...{ rows, list, options }}
        isEmpty={empty}
        sortChoice={isSmall && <SortChoice columns={rows.ordered} sort={sort} />}
        bulkBar={
          options.selection &&
          selectedCount(rows.selection, total) > 0 && (
            <BulkBar rows={rows} total={total} actions={options.selection.actions} />
          )
        }
      />
      {(query.isPending || renewing) && <RowsLoading />}
      {query.isError && !isRefused && (
        <RowsFailed query={query} text={options.failed?.(query.error) ?? m.error_loading()} />
      )}
      {!(query.isError && query.data === undefined) && !empty && (
        <SearchText value={filter.search ?? ''}>
          <View
            {...{ rows, label, sort, source: shownSource, marked: options.marked }}
            loading={query.isPending ? filter.size : 0}
            dimmed={renewing}
            rowName={options.selection?.rowName}
            panel={panel}
          />
        </SearchText>
      )}
      {!empty && <ColumnHints columns={rows.shown} />}
      {empty && <NoRecords text={options.empty} help={options.help} onClear={clear} />}
      {query.data !== undefined && !empty && (
        <Footer
          {...{ filter, setFilter, page: query.data }}
          kind={options.footer === 'report' ? 'report' : 'entries'}
          onRenew={() => void query.refetch()}
        />
      )}
      {empty && options.footer !== 'report' && <p className={classes.none}>{noEntries()}</p>}
    </div>
  )
}

const RowsLoading = () => (
  <div className={classes.loading}>
    <Loading />
  </div>
)

/** The panel of a row: it steps through the list, and its row stays in view. */
function usePanelOf<Row extends object>(
  frame: RefObject<HTMLElement | null>,
  { data }: Props<Row>['query'],
  of: Options<Row>['panelOf'],
  setFilter: Props<Row>['list'][1],
) {
  usePanelSteps(data, of, setFilter)
  const open = usePanelAddress('asset').id
  useFollowOpenRow(frame, open)
  return { of, open }
}

type BarProps<Row extends object> = Pick<Props<Row>, 'list'> & {
  rows: TableRows<Row>
  options: Options<Row>
  isEmpty: boolean
  sortChoice: ReactNode
  bulkBar: ReactNode
}

/**
 * Search, filters and actions for the whole list; below, chips of the active filters. Another filter would end
 * the selection, so the bar of selected rows takes the place of the toolbar, and the rows stay where they are.
 */
function TableBar<Row extends object>(props: BarProps<Row>) {
  const { rows, list, options, isEmpty, sortChoice, bulkBar } = props
  const [filter, setFilter, clear] = list
  return (
    <>
      <div className={classes.bars}>
        {bulkBar}
        <div className={classes.bar} inert={Boolean(bulkBar)}>
          {options.search !== undefined && (
            <SearchBox value={filter.search ?? ''} placeholder={options.search} onSearch={setFilter} />
          )}
          {options.filters && <ListFilters filters={options.filters} filter={filter} setFilter={setFilter} />}
          {options.toolbar}
          <div className={classes.barEnd}>
            {sortChoice}
            {options.exporting?.(rows.shown.flatMap(({ id, exports = [id] }) => exports))}
            <ColumnChooser rows={rows} />
          </div>
        </div>
      </div>
      {options.filters && (
        <FilterChips
          filters={options.filters}
          filter={filter}
          setFilter={setFilter}
          onClear={isEmpty ? undefined : clear}
        />
      )}
    </>
  )
}

/** A panel of the list steps through its rows, across pages. */
function usePanelSteps<Row>(
  page: PageOf<Row> | undefined,
  panelOf: ((row: Row) => string) | undefined,
  setFilter: SetListFilter,
) {
  const turnTo = (cursor: string | null | undefined) =>
    cursor ? () => setFilter({ cursor }, 'replace') : undefined
  const [previous, next] = [turnTo(page?.previous), turnTo(page?.next)]
  const ids = page && panelOf ? [...new Set(page.rows.map(panelOf))] : undefined
  useListed(ids, { ...(previous && { previous }), ...(next && { next }) })
}

/** People without the permission get an explanation without a retry, which would not help. */
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

/** The source of the rows that are on the screen: while others load, that of the previous ones. */
function useShownSource(source: string, isPrevious: boolean) {
  const [shown, setShown] = useState(source)
  if (!isPrevious && shown !== source) setShown(source)
  return shown
}

const footerOf = (footer: Options<never>['footer']) => (typeof footer === 'function' ? footer : TableFooter)

const noEntries = () => m.table_showing({ from: 0, to: 0, total: 0 })

function useFollowPage(query: UseQueryResult<PageOf<object>>, list: Props<object>['list'], marked?: string) {
  useLeaveEmptyPage(query, list)
  useScrollToMarked(marked, query.data)
}

function useScrollToMarked(marked: string | undefined, shown: unknown) {
  useEffect(() => {
    if (marked === undefined || shown === undefined) return
    document.querySelector('[data-marked]')?.scrollIntoView({ block: 'nearest' })
  }, [marked, shown])
}

/** If the rows of the last page are deleted, go back to the first page. */
function useLeaveEmptyPage(
  query: UseQueryResult<PageOf<object>>,
  [filter, setFilter]: Props<object>['list'],
) {
  const isGone = filter.cursor !== undefined && !query.isPlaceholderData && query.data?.rows.length === 0
  useEffect(() => {
    if (isGone) setFilter({ cursor: undefined }, 'replace')
  }, [isGone, setFilter])
}

const refusedOrders = new Set<ApiError['code']>(['list-too-long-to-sort', 'uses-not-sorted'])

/**
 * A list may become too long for the chosen sort order, for example when a filter is cleared; then use the
 * default order.
 */
function useLeaveRefusedOrder({ error }: UseQueryResult, [, setFilter]: Props<object>['list']) {
  const isRefused = error instanceof ApiError && refusedOrders.has(error.code)
  useEffect(() => {
    if (isRefused) setFilter({ sort: undefined, direction: undefined }, 'replace')
  }, [isRefused, setFilter])
  return isRefused
}
