import type { ComponentType, ReactNode } from 'react'
import type { PageOf } from '#kernel/http/page-of.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'

export type Length = Pick<PageOf<unknown>, 'total' | 'totalIsExact'>

/** A column of a table, and a field of a card on small screens. */
export type Column<Row> = {
  id: string
  /** Called on render, so that it follows the language. */
  header: () => string
  /** Explains the header, on hover and in words below the table. */
  hint?: () => string
  cell: (row: Row) => ReactNode
  /** The sort name of the server; without it the column cannot be sorted. */
  sort?: string
  /** Why a list of this length cannot be sorted by the column; undefined if it can. */
  unsorted?: (list: Length) => string | undefined
  align?: 'end'
  /** A panel next to a narrow list shows the same: those with 1 are hidden first, then those with 2. */
  yields?: 1 | 2
  /** `never`: cannot be hidden. `at-first`: hidden by default. */
  hidden?: 'never' | 'at-first'
  /**
   * `title` is the heading of the card; `actions` are at its end. A card with a second line is compact: an
   * image and three lines, and the other columns when it is expanded.
   */
  card?: 'picture' | 'title' | 'second' | 'third' | 'actions'
  /** Shown on a card instead of the cell. */
  onCard?: (row: Row) => ReactNode
  /** Shown on paper instead of the cell; `nothing` for a column that is only useful to programs. */
  onPaper?: ((row: Row) => ReactNode) | 'nothing'
  /** The export columns with the same content; defaults to the one with this id, if it exists. */
  exports?: readonly string[]
}

/** Why a list cannot be sorted by a column if that requires reading the whole list. */
export const unsortedBeyond = (most: number, { total, totalIsExact }: Length, header: () => string) =>
  total <= most && totalIsExact
    ? undefined
    : m.table_sort_narrow({ most: formatNumber(most), column: header() })

/** A column restricted to the sort names of its list and to the columns of its export. */
export type ColumnOf<Row, Sort extends string, Exported extends string> = Column<Row> & {
  sort?: Sort
  exports?: readonly Exported[]
}

/** Props of a filter's input; without a value the filter matches everything. */
export type FilterInput = {
  label: string
  value: string | undefined
  /** `others`: values for filters that depend on it. */
  onChange: (value: string | undefined, others?: Record<string, string | undefined>) => void
  /** The values of all active filters. */
  filter: Readonly<Record<string, string | undefined>>
}

/**
 * A filter of a list, by its name in the address, in the list's request and in the export's request. The
 * form, the chips and the heading of a printed list are built from it.
 */
export type Filter<Name extends string = string> = {
  name: Name
  label: () => string
  Input: ComponentType<FilterInput>
  /** Shows a value to people; by default the value itself. */
  Value?: ComponentType<{ value: string }>
  /** The value that matches everything, if that is not undefined. */
  none?: string
  /** The parts of a value, each with a chip of its own; `without` is the value without that part. */
  parts?: (value: string) => readonly FilterPart[]
}

type FilterPart = { key: string; label: string; text: ReactNode; without: string | undefined }

/** The active filters with their values. */
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

/** The part of a screen's filter that a table reads and changes. */
export type ListFilter = {
  cursor?: string | undefined
  size: number
  search?: string | undefined
  sort?: string | undefined
  direction?: 'asc' | 'desc' | undefined
}

type Change = { [Name in keyof ListFilter]?: ListFilter[Name] | undefined }

/** A method, because methods are bivariant: a screen's setter with narrower sort names fits. */
export type SetListFilter = { set(change: Change, how?: 'push' | 'replace'): void }['set']
