import { pageLocally } from '#kernel/http/page-of.ts'

type Reading<Row> = Parameters<typeof pageLocally<Row>>[2]

/** The requested page of a list, as the server returns it. */
export function pageFor<Row>(rows: Row[], { searchParams: asked }: URL, reading: Reading<Row>) {
  const filter = {
    cursor: asked.get('cursor') ?? undefined,
    size: Number(asked.get('size') ?? 100),
    search: asked.get('search') ?? '',
    sort: asked.get('sort') ?? 'name',
    direction: asked.get('direction') === 'desc' ? ('desc' as const) : ('asc' as const),
  }
  return pageLocally(rows, filter, reading)
}
