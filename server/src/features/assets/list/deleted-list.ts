import type { DeletedFilter } from '@ats/contract/assets/bin.ts'
import { type SqlBool, sql } from 'kysely'
import { assetRows } from '#features/assets/queries.ts'
import { cityNamed } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { boundedPage, sortedBy } from '#kernel/db/paging.ts'
import { isNotWithheld, withinScope } from '#kernel/scope.ts'
import { areAmong, collected, countIn, indexRangesOf } from './index-ranges.ts'
import { saidOfSearch, totalOf } from './lists.ts'
import { binOrders, checkSortable, firstInOrder, type Walk } from './orders.ts'
import { type Shown, searched } from './search.ts'

type Binned = Omit<DeletedFilter, 'cursor' | 'size'>

/** The deleted assets that match a filter. */
async function binnedBy(db: Db, actor: Actor, filter: Binned): Promise<Shown> {
  const city = filter.location === undefined ? undefined : await cityNamed(db, actor, filter.location)
  const place = city && { id: city.id, kind: 'city' as const }
  const indexRanges = (await indexRangesOf(db, actor, { place })).filter(({ deleted }) => deleted > 0)
  const where = sql<SqlBool>`(assets.deleted_at is not null and ${withinScope(actor, 'assets')}
    and ${city === undefined ? sql`true` : sql`assets.city_id = ${city.id}`})`
  const search = filter.search.toLowerCase()
  const besides = isNotWithheld(actor, 'assets')
  if (search !== '')
    return searched(db, { search, rest: where, indexRanges, bin: 'deleted', isAll: false, besides })
  const first = (walk: Walk) =>
    besides ? collected(indexRanges, 'deleted', besides) : firstInOrder(walk, indexRanges, 'deleted')
  return { count: countIn(indexRanges, 'deleted'), where, page: (walk) => areAmong(first(walk)) }
}

/** The condition of all deleted assets that match a filter, and their number; null: more than the bound. */
export async function shownInBin(db: Db, actor: Actor, filter: Binned) {
  const shown = await binnedBy(db, actor, filter)
  return { where: shown.where, total: binTotal(filter, shown) }
}

const binTotal = ({ search }: Binned, shown: Shown) => totalOf(search !== '', shown)

export const binOrder = ({ sort, direction }: Pick<DeletedFilter, 'sort' | 'direction'>) =>
  sortedBy([binOrders[sort], sql`assets.id`], direction)

export async function deletedPage(db: Db, actor: Actor, filter: DeletedFilter) {
  const { sort, direction } = filter
  const order = { name: sort, by: binOrders[sort], id: sql<string>`assets.id`, direction }
  const shown = await binnedBy(db, actor, filter)
  const walk = sort === 'deletedAt' ? 'own' : 'sorted'
  checkSortable(walk, shown.count)
  const where = shown.page(walk)
  const page = await boundedPage(
    // An asset that is restored between the two queries is not shown.
    async (range) =>
      assetRows(db)
        .where('assets.deleted_at', 'is not', null)
        .where(await where(range)),
    order,
    filter,
    binTotal(filter, shown),
  )
  return { ...page, ...saidOfSearch(shown) }
}
