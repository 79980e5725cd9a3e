import type { ShopKind } from '@ats/contract/shop/shop.ts'
import { m } from '#texts'
import { type Screen, screen } from './screen.ts'

const lists = () => import('#features/shop/lists.tsx')
const forms = () => import('#features/shop/record-form.tsx')

const listed = (title: () => string, load: Screen['load']) =>
  screen({ title, permission: 'signed-in', listed: { shop: title }, load })
const list = (kind: ShopKind, title: () => string) => listed(title, async () => (await lists()).listOf(kind))
/** The shop belongs to no place, so only people who see every place may change it. */
const everywhereOnly = { permission: 'master', onlyEverywhere: true } as const
const add = (kind: ShopKind, title: () => string) =>
  screen({ title, ...everywhereOnly, listed: {}, load: async () => (await forms()).newRecordOf(kind) })
/** Everybody may read a record, except an order; the page shows what the person may change. */
const one = (kind: ShopKind, title: () => string) =>
  screen({ title, permission: 'signed-in', listed: {}, load: async () => (await forms()).recordOf(kind) })

export const shop = {
  '/dashboard/$location/landing-v2': listed(
    m.shop_overview_title,
    async () => (await import('#features/shop/overview.tsx')).Overview,
  ),
  '/dashboard/$location/products': list('products', m.shop_products_title),
  '/dashboard/$location/products/create-product': add('products', m.shop_product_new_title),
  '/dashboard/$location/products/$id': one('products', m.shop_product_edit_title),
  '/dashboard/$location/categories': list('categories', m.shop_categories_title),
  '/dashboard/$location/categories/create-category': add('categories', m.shop_category_new_title),
  '/dashboard/$location/categories/$id': one('categories', m.shop_category_edit_title),
  '/dashboard/$location/orders': { ...list('orders', m.shop_orders_title), ...everywhereOnly },
  '/dashboard/$location/orders/create-order': add('orders', m.shop_order_new_title),
  '/dashboard/$location/orders/$id': { ...one('orders', m.shop_order_edit_title), ...everywhereOnly },
  '/dashboard/$location/reviews': list('reviews', m.shop_reviews_title),
  '/dashboard/$location/reviews/create-review': add('reviews', m.shop_review_new_title),
  '/dashboard/$location/reviews/$id': one('reviews', m.shop_review_edit_title),
}
