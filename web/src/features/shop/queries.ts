import {
  type ShopFilter,
  type ShopKind,
  type ShopRecord,
  type ShopRow,
  shop,
  shopFilter,
  shopOverview,
} from '@ats/contract/shop/shop.ts'
import { z } from 'zod'
import type { PageOf } from '#kernel/http/page-of.ts'
import { listQuery, query } from '#kernel/http/query.ts'

export const shopSizes = [10, 20, 30, 50, 100] as const

/** The filter of a list, as stored in the address. */
export const listFilter = shopFilter.omit({ published: true, page: true }).extend({
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .optional(),
  size: z.coerce.number<number>().pipe(z.literal(shopSizes)).default(10),
})

/** The tables call it a cursor; here it is the page number. */
type Query = Partial<Omit<ShopFilter, 'page'>> & { cursor?: string | undefined }

/** The four kinds have endpoints of the same shape; the kind determines the type of the response. */
export const callsOf = (kind: ShopKind) => shop[kind as 'products']

export const shopList = <K extends ShopKind>(kind: K, { cursor, ...filter }: Query) =>
  listQuery(
    callsOf(kind).list,
    { query: { ...filter, page: cursor } },
    { select: (page) => page as unknown as PageOf<ShopRow<K>> },
  )

/** Fetched whenever its form is opened, and not again while somebody types. */
export const shopRecord = <K extends ShopKind>(kind: K, number: string) =>
  query(
    callsOf(kind).get,
    { params: { number } },
    { reads: [], select: (record) => record as unknown as ShopRecord<K>, gcTime: 0 },
  )

export const overview = query(shopOverview.get, {})
