import { randomUUID } from 'node:crypto'
import type { EndpointName } from '@ats/contract/endpoints.ts'
import { shop, shopImages } from '@ats/contract/shop/shop.ts'
import type { TestApp } from './app.ts'
import type { Rows } from './matrix-row.ts'
import { administratorOf } from './stock.ts'

const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')

export const productWish = () => ({ title: 'Desk', basePrice: 100, sku: randomUUID() })
export const categoryWish = () => ({ title: 'Desks', slug: `c-${randomUUID()}` })
export const orderWish = (product: number) => ({
  ...{ customerName: 'Ana', lastname: 'Gupta', country: 'India', street: 'MG Road 1', city: 'Indore' },
  ...{ zipCode: '452001', phone: '0731', email: 'ana@example.com', items: [{ product, quantity: 2 }] },
})
export const reviewWish = (product: number) => ({ product, rating: 5, reviewText: 'Sturdy.' })

type Kind = keyof typeof shop

/** Creates a record of a kind, with the records it needs. */
export async function shopRecord(t: TestApp, kind: Kind): Promise<{ id: number }> {
  const { body } = await t.call(await administratorOf(t), shop[kind].create as typeof shop.products.create, {
    body: await wishOf(t, kind),
  })
  return body
}
async function wishOf(t: TestApp, kind: Kind) {
  if (kind === 'products') return productWish()
  if (kind === 'categories') return categoryWish()
  const { id } = await shopRecord(t, 'products')
  return kind === 'orders' ? orderWish(id) : reviewWish(id)
}

const at = async (t: TestApp, kind: Kind) => ({ params: { number: String((await shopRecord(t, kind)).id) } })
const image = async (t: TestApp) => {
  const { params } = await at(t, 'reviews')
  const call = { params: { owner: 'reviews', ...params }, image: drawing }
  const { body } = await t.call(await administratorOf(t), shopImages.add, call)
  return { params: { id: body.images[0] ?? '' } }
}

type RecordGroup = 'shopProducts' | 'shopCategories' | 'shopOrders' | 'shopReviews'

/** The shop belongs to no place, so Master in one city is not enough. */
const everywhereOnly = { elsewhere: 403, except: { User: 403 } }

const rowsOf = <Group extends RecordGroup>(group: Group, kind: Kind) =>
  ({
    [`${group}.list`]: kind === 'orders' ? everywhereOnly : {},
    [`${group}.get`]: { input: (t: TestApp) => at(t, kind), ...(kind === 'orders' && everywhereOnly) },
    [`${group}.create`]: {
      input: async (t: TestApp) => ({ body: await wishOf(t, kind) }),
      ...everywhereOnly,
    },
    [`${group}.update`]: {
      input: async (t: TestApp) => ({ ...(await at(t, kind)), body: await wishOf(t, kind) }),
      ...everywhereOnly,
    },
    [`${group}.remove`]: { input: (t: TestApp) => at(t, kind), ...everywhereOnly },
  }) as unknown as Rows<Group>

export const shopRows: Rows<RecordGroup | 'shopImages' | 'shopOverview'> = {
  ...rowsOf('shopProducts', 'products'),
  ...rowsOf('shopCategories', 'categories'),
  ...rowsOf('shopOrders', 'orders'),
  ...rowsOf('shopReviews', 'reviews'),
  'shopImages.add': {
    input: async (t) => {
      const { params } = await at(t, 'products')
      return { params: { owner: 'products', ...params }, image: drawing }
    },
    ...everywhereOnly,
  },
  'shopImages.get': { input: image },
  'shopImages.remove': { input: image, ...everywhereOnly },
  'shopOverview.get': {},
}

/** Requests that change the shop, which belongs to no place. */
export const shopChanges = Object.keys(shopRows).filter((key) => !/\.(list|get)$/.test(key)) as EndpointName[]

/** The same rules apply to all kinds; the tests call them with one kind or another. */
export const shopCallsOfEachKind: readonly EndpointName[] = [
  'shopCategories.get',
  'shopCategories.remove',
  'shopOrders.remove',
  'shopReviews.list',
  'shopReviews.get',
  'shopReviews.update',
  'shopReviews.remove',
]
