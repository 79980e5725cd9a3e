import {
  type ShopFilter,
  type ShopKind,
  type ShopRecord,
  type ShopRow,
  shop,
  shopFilter,
  shopOverview,
} from '@ats/contract/shop/shop.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '#kernel/call.ts'
import { type PageOf, pageOf } from '#kernel/page-of.ts'

export const shopSizes = [10, 20, 30, 50, 100] as const

/** The filter of a list as its screen keeps it in the address. */
export const listFilter = shopFilter.omit({ published: true, page: true }).extend({
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .optional(),
  size: z.coerce.number<number>().pipe(z.literal(shopSizes)).default(10),
})

/** The tables call it a cursor; here it is the number of the page. */
type Query = Partial<Omit<ShopFilter, 'page'>> & { cursor?: string | undefined }

type Paged<K extends ShopKind> = Omit<PageOf<unknown>, 'rows'> & { records: ShopRow<K>[] }

/** The four kinds have calls of one shape; what they answer with is told apart by the kind. */
export const callsOf = (kind: ShopKind) => shop[kind as 'products']

export const shopList = <K extends ShopKind>(kind: K, { cursor, ...filter }: Query) =>
  queryOptions({
    queryKey: ['shop', kind, cursor, filter],
    meta: { live: ['shop-product', 'shop-category', 'shop-order', 'shop-review'], rows: 'records' },
    queryFn: ({ signal }) =>
      call(callsOf(kind).list, { query: { ...filter, page: cursor } }, { signal }) as unknown as Promise<
        Paged<K>
      >,
    select: pageOf('records'),
    placeholderData: keepPreviousData,
  })

/** Asked for each time its form is opened, and not again while somebody types. */
export const shopRecord = <K extends ShopKind>(kind: K, number: string) =>
  queryOptions({
    queryKey: ['shop', kind, 'record', number],
    meta: { live: [] },
    queryFn: ({ signal }) =>
      call(callsOf(kind).get, { params: { number } }, { signal }) as unknown as Promise<ShopRecord<K>>,
    gcTime: 0,
  })

export const overview = queryOptions({
  queryKey: ['shop', 'overview'],
  meta: { live: ['shop-order', 'user'] },
  queryFn: ({ signal }) => call(shopOverview.get, {}, { signal }),
})
