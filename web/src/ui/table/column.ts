import type { ComponentType, ReactNode } from 'react'

/** One column of a table, and one field of a card on a small screen. */
export type Column<Row> = {
  id: string
  /** A text of the catalogue, read when drawn so that it follows the language. */
  header: () => string
  cell: (row: Row) => ReactNode
  /** The name the server sorts by; without one the column cannot be sorted. */
  sort?: string
  align?: 'end'
  /** `never`: cannot be hidden. `at-first`: hidden until the person asks for it. */
  hidden?: 'never' | 'at-first'
  /** `title` heads the card; `actions` closes it. */
  card?: 'title' | 'actions'
  /** The columns of an exported file that say the same; without them the one with this id, where there is one. */
  exports?: readonly string[]
}

/** A column that can name only what the server sorts its list by, and columns that its file has. */
export type ColumnOf<Row, Sort extends string, Exported extends string> = Column<Row> & {
  sort?: Sort
  exports?: readonly Exported[]
}

/** What the input of a filter is told; without a value the filter lets everything through. */
export type FilterInput = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** One filter of a list, under the name that it has in the address and in the list's call. */
export type Filter<Name extends string = string> = {
  name: Name
  label: () => string
  Input: ComponentType<FilterInput>
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
