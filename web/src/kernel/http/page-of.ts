import { compareTexts } from '#kernel/words/format.ts'

/** One page of a list, as the tables show it. */
export type PageOf<Row> = {
  rows: Row[]
  total: number
  totalIsExact: boolean
  from: number
  previous: string | null
  next: string | null
  last: string | null
  /** Others changed the list in the meantime: rows were added or removed that are not shown yet. */
  hasNews?: boolean
  /** A short search text was compared with whole tags: the list is too long to look for it in parts of them. */
  wholeTagsOnly?: boolean | undefined
  beginningsOnly?: boolean | undefined
}

type PagedReply = Omit<PageOf<unknown>, 'rows'>

/**
 * For a query's `select`: brings the rows of any paged reply under one name, so that one table can show them.
 */
export const pageOf =
  <Key extends string>(key: Key) =>
  <Row>(reply: PagedReply & Record<Key, Row[]>): PageOf<Row> => ({ ...reply, rows: reply[key] })

/** For a list that the server returns whole. */
export const wholeList = <Row>(rows: Row[]): PageOf<Row> => ({
  rows,
  total: rows.length,
  totalIsExact: true,
  from: rows.length === 0 ? 0 : 1,
  previous: null,
  next: null,
  last: null,
})

type LocalFilter = {
  cursor?: string | undefined
  size: number
  search?: string | undefined
  sort?: string | undefined
  direction?: 'asc' | 'desc' | undefined
}
type Reading<Row> = {
  /** The texts that the search covers. */
  search: (row: Row) => string[]
  /** The value that each sort name compares. */
  sort?: Record<string, (row: Row) => string | number>
}

/** Searches, sorts and pages a short list in the browser, in the same way as the server does. */
export function pageLocally<Row>(rows: Row[], filter: LocalFilter, reading: Reading<Row>): PageOf<Row> {
  const words = (filter.search ?? '').toLowerCase().split(/\s+/)
  const matching = rows.filter((row) => {
    const texts = reading.search(row).map((text) => text.toLowerCase())
    return words.every((word) => texts.some((text) => text.includes(word)))
  })
  const by = reading.sort?.[filter.sort ?? '']
  const sign = filter.direction === 'desc' ? -1 : 1
  const sorted = by
    ? matching.toSorted((a, b) => sign * compareTexts(String(by(a)), String(by(b))))
    : matching
  const last = Math.max(0, Math.ceil(sorted.length / filter.size) - 1) * filter.size
  const start = Math.min(Math.max(0, Number(filter.cursor) || 0), last)
  return {
    ...wholeList(sorted.slice(start, start + filter.size)),
    total: sorted.length,
    from: sorted.length === 0 ? 0 : start + 1,
    previous: start === 0 ? null : String(start - filter.size),
    next: start === last ? null : String(start + filter.size),
    last: String(last),
  }
}
