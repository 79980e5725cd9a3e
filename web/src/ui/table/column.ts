import type { ComponentType, ReactNode } from 'react'
import type { PageOf } from '#kernel/http/page-of.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'

/** How long a list is. */
export type Length = Pick<PageOf<unknown>, 'total' | 'totalIsExact'>

/** One column of a table, and one field of a card on a small screen. */
export type Column<Row> = {
  id: string
  /** A text of the catalogue, read when drawn so that it follows the language. */
  header: () => string
  /** What the header means, on hover. */
  hint?: () => string
  cell: (row: Row) => ReactNode
  /** The name the server sorts by; without one the column cannot be sorted. */
  sort?: string
  /** Why the list cannot be sorted by it as long as it is; undefined where it can. */
  unsorted?: (list: Length) => string | undefined
  align?: 'end'
  /** `never`: cannot be hidden. `at-first`: hidden until the person asks for it. */
  hidden?: 'never' | 'at-first'
  /**
   * `title` heads the card; `actions` closes it. A card with a second line is compact: its picture and three lines, and
   * everything else once it is unfolded.
   */
  card?: 'picture' | 'title' | 'second' | 'third' | 'actions'
  /** What a card shows instead of the cell. */
  onCard?: (row: Row) => ReactNode
  /** What paper shows instead of the cell; `nothing` for a column that is for programs, not for people. */
  onPaper?: ((row: Row) => ReactNode) | 'nothing'
  /** The columns of an exported file that say the same; without them the one with this id, where there is one. */
  exports?: readonly string[]
}

/** Why a list cannot be sorted by a column, where that takes reading all of it. */
export const unsortedBeyond = (most: number, { total, totalIsExact }: Length, header: () => string) =>
  total <= most && totalIsExact
    ? undefined
    : m.table_sort_narrow({ most: formatNumber(most), column: header() })

/** A column that can name only what the server sorts its list by, and columns that its file has. */
export type ColumnOf<Row, Sort extends string, Exported extends string> = Column<Row> & {
  sort?: Sort
  exports?: readonly Exported[]
}

/** What the input of a filter is told; without a value the filter lets everything through. */
export type FilterInput = {
  label: string
  value: string | undefined
  /** `others`: filters that follow from it, where there are any. */
  onChange: (value: string | undefined, others?: Record<string, string | undefined>) => void
  /** The values of the filters that are set. */
  filter: Readonly<Record<string, string | undefined>>
}

/**
 * One filter of a list, under the name that it has in the address, in the list's call and in that of its file. The form,
 * the chips and the head of a printed list are read from it.
 */
export type Filter<Name extends string = string> = {
  name: Name
  label: () => string
  Input: ComponentType<FilterInput>
  /** A value as people read it; without one it is read as it stands. */
  Value?: ComponentType<{ value: string }>
  /** The value that lets everything through, where that is not the lack of one. */
  none?: string
}

/** The filters that narrow a list at the moment, with their values. */
export function narrowing<Named extends Pick<Filter, 'name' | 'none'>>(
  filters: readonly Named[],
  filter: object,
) {
  const values = filter as Record<string, string | undefined>
  return filters.flatMap((one) => {
    const value = values[one.name]
    return value === undefined || value === '' || value === one.none ? [] : [{ ...one, value }]
  })
}

/** What a table reads and changes in its screen's filter. */
export type ListFilter = {
  cursor?: string | undefined
  size: number
  search?: string | undefined
  sort?: string | undefined
  direction?: 'asc' | 'desc' | undefined
}

type Change = { [Name in keyof ListFilter]?: ListFilter[Name] | undefined }

/** Written as a method, so that a screen's own setter with its narrower sort names fits. */
export type SetListFilter = { set(change: Change, how?: 'push' | 'replace'): void }['set']
