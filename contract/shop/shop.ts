import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { done, pageQuery, pageReply } from '../paging.ts'
import { says } from '../problems/fields.ts'
import { neededText } from '../text.ts'

export const shopSorts = ['default', 'az', 'za', 'newest', 'oldest'] as const
export const stockStatuses = ['In stock', 'Out of stock'] as const
export const orderStatuses = ['Processing', 'On hold', 'Cancelled', 'Completed'] as const
export const mostPictures = 10

const text = (most: number) => z.string().trim().max(most, says('text-too-long')).default('')
const needed = (most: number, code: Parameters<typeof neededText>[0] = 'field-required') =>
  neededText(code).max(most, says('text-too-long'))
const amount = z
  .number(says('shop-amount-wrong'))
  .min(0, says('shop-amount-wrong'))
  .max(1_000_000, says('shop-amount-wrong'))
const whole = (least: number, most: number, code: Parameters<typeof says>[0]) =>
  z.number(says(code)).int(says(code)).min(least, says(code)).max(most, says(code))
/** The number that people know a record by: `/products/1` opens number 1. */
const number = z.number().int()
const sent = z.number(says('shop-product-required')).int().min(1).max(2_147_483_647)
const meta = { metaTitle: text(200), metaDescription: text(500) }
const images = { images: z.array(z.uuid()).describe('In their order; each is at /api/v1/shop/images/{id}.') }

export const productBody = z.object({
  title: needed(200, 'shop-title-required'),
  description: text(5000),
  category: sent.nullable().default(null),
  basePrice: amount,
  discountPrice: amount.nullable().default(null),
  stock: whole(0, 1_000_000, 'shop-count-wrong').default(0),
  sku: text(100),
  stockStatus: z.enum(stockStatuses).default('In stock'),
  weight: amount.nullable().default(null).describe('In kg.'),
  length: amount.nullable().default(null).describe('In cm, as width and height.'),
  width: amount.nullable().default(null),
  height: amount.nullable().default(null),
  ...meta,
  published: z.boolean().default(true).describe('False: a draft.'),
})
const product = z.object({ id: number, ...productBody.shape, ...images })
const productRow = z.object({
  ...{ id: number, name: z.string(), sku: z.string(), status: z.enum(stockStatuses), price: z.number() },
  ...{ published: z.boolean(), date: z.string() },
})

export const categoryBody = z.object({
  title: needed(200, 'shop-title-required'),
  description: text(5000),
  slug: needed(200).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, says('shop-slug-wrong')),
  parent: sent.nullable().default(null),
  ...meta,
})
const category = z.object({ id: number, ...categoryBody.shape, ...images })
const categoryRow = z.object({
  ...{ id: number, name: z.string(), slug: z.string(), productsNumber: z.number().int() },
  ...{ parentCategory: z.string().nullable(), date: z.string() },
})

const item = { product: sent, quantity: whole(1, 10_000, 'shop-quantity-wrong') }
export const orderBody = z.object({
  customerName: needed(200),
  lastname: needed(200),
  company: text(200),
  country: needed(100),
  street: needed(200),
  city: needed(100),
  zipCode: needed(20),
  phone: needed(50),
  email: needed(200).pipe(z.email(says('email-malformed'))),
  notice: text(2000),
  status: z.enum(orderStatuses).default('Processing'),
  items: z.array(z.object(item)).min(1, says('shop-items-required')).max(100),
})
const order = z.object({
  id: number,
  ...orderBody.shape,
  items: z.array(z.object({ ...item, name: z.string(), price: z.number().describe('As it was.') })),
})
const orderRow = z.object({
  ...{ id: number, customer: z.string(), status: z.enum(orderStatuses), total: z.number(), date: z.string() },
})

export const reviewBody = z.object({
  product: sent,
  rating: whole(1, 5, 'shop-rating-wrong'),
  reviewText: needed(5000),
})
const review = z.object({ id: number, ...reviewBody.shape, productName: z.string(), ...images })
const reviewRow = z.object({
  ...{ id: number, product: z.string(), rating: number, text: z.string(), date: z.string() },
})

/** Numbered pages, so that a person can go to any of them: the lists of a sample are short. */
export const shopFilter = pageQuery.omit({ direction: true, cursor: true }).extend({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  sort: z.enum(shopSorts).default('default'),
  published: z.enum(['true', 'false']).optional().describe('Of products: without drafts, or drafts alone.'),
})
export type ShopFilter = z.infer<typeof shopFilter>

const byNumber = z.object({ number: z.coerce.number().int().min(1).max(2_147_483_647) })

const shopRecords = ['shop-product', 'shop-category', 'shop-order', 'shop-review'] as const

function endpointsOf<
  Name extends string,
  Body extends z.ZodObject,
  Whole extends z.ZodObject,
  R extends z.ZodObject,
>(
  name: Name,
  { body, whole: one, row }: { body: Body; whole: Whole; row: R },
  read: 'authenticated' | 'master' = 'authenticated',
) {
  const path = `/api/v1/shop/${name}` as const
  const at = { path: `${path}/:number`, params: byNumber } as const
  return {
    list: endpoint({
      reads: shopRecords,
      rows: 'records',
      ...{ method: 'GET', path, permission: read, summary: `A page of ${name}` },
      query: shopFilter,
      reply: z.object({ records: z.array(row), ...pageReply }),
    }),
    get: endpoint({
      ...at,
      method: 'GET',
      permission: read,
      reads: shopRecords,
      summary: `One of the ${name}`,
      reply: one,
    }),
    create: endpoint({
      writes: shopRecords,
      ...{ method: 'POST', path, permission: 'master', status: 201, summary: `Add one to the ${name}` },
      body,
      reply: one,
    }),
    update: endpoint({
      writes: shopRecords,
      ...{ ...at, method: 'PUT', permission: 'master', summary: `Change one of the ${name}` },
      body,
      reply: one,
    }),
    remove: endpoint({
      writes: shopRecords,
      ...{ ...at, method: 'DELETE', permission: 'master', summary: `Delete one of the ${name}` },
      reply: done,
    }),
  }
}

export const shop = {
  products: endpointsOf('products', { body: productBody, whole: product, row: productRow }),
  categories: endpointsOf('categories', { body: categoryBody, whole: category, row: categoryRow }),
  /** They hold names, addresses and phone numbers of customers. */
  orders: endpointsOf('orders', { body: orderBody, whole: order, row: orderRow }, 'master'),
  reviews: endpointsOf('reviews', { body: reviewBody, whole: review, row: reviewRow }),
}
export type ShopKind = keyof typeof shop
export type ShopRecord<K extends ShopKind> = z.infer<(typeof shop)[K]['get']['reply']>
export type ShopRow<K extends ShopKind> = z.infer<(typeof shop)[K]['list']['reply']>['records'][number]
export type ShopBody<K extends ShopKind> = z.output<(typeof shop)[K]['create']['body']>

export const picturedKinds = ['products', 'categories', 'reviews'] as const

export const shopImages = {
  add: endpoint({
    ...{ method: 'POST', path: '/api/v1/shop/:owner/:number/images', permission: 'master', status: 201 },
    writes: shopRecords,
    summary: 'Add an image to a product or a review, or set that of a category',
    params: z.object({ owner: z.enum(picturedKinds), ...byNumber.shape }),
    image: 'required',
    reply: z.object(images),
  }),
  get: endpoint({
    reads: [],
    ...{ method: 'GET', path: '/api/v1/shop/images/:id', permission: 'authenticated', summary: 'An image' },
    params: z.object({ id }),
    reply: 'file',
  }),
  remove: endpoint({
    ...{ method: 'DELETE', path: '/api/v1/shop/images/:id', permission: 'master' },
    writes: shopRecords,
    summary: 'Remove an image',
    params: z.object({ id }),
    reply: done,
  }),
}

const figures = { profit: z.number(), spendings: z.number(), revenue: z.number(), newUsers: z.number().int() }

export const shopOverview = {
  get: endpoint({
    ...{ method: 'GET', path: '/api/v1/shop/overview', permission: 'authenticated' },
    reads: ['shop-order', 'user'],
    summary: 'What came in and went out in the last twelve months, and how many people within scope joined',
    reply: z.object({ ...figures, months: z.array(z.object({ month: z.string(), ...figures })) }),
  }),
}
export type ShopOverview = z.infer<typeof shopOverview.get.reply>

/** By the names that `contract/endpoints.ts` gives to groups. */
export const shopGroups = {
  shopProducts: shop.products,
  shopCategories: shop.categories,
  shopOrders: shop.orders,
  shopReviews: shop.reviews,
  shopImages,
  shopOverview,
}
