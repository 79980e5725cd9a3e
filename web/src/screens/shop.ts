import { m } from '#texts'
import { screen, toCome } from './screen.ts'

const list = (title: () => string, label: () => string) =>
  screen({ title, permission: 'signed-in', listed: { shop: label }, load: toCome })
const form = (title: () => string) => screen({ title, permission: 'signed-in', listed: {}, load: toCome })

export const shop = {
  '/dashboard/$location/landing-v2': list(m.shop_overview_title, m.nav_overview),
  '/dashboard/$location/products': list(m.shop_products_title, m.nav_products),
  '/dashboard/$location/products/create-product': form(m.shop_product_new_title),
  '/dashboard/$location/products/$id': form(m.shop_product_edit_title),
  '/dashboard/$location/categories': list(m.shop_categories_title, m.nav_categories),
  '/dashboard/$location/categories/create-category': form(m.shop_category_new_title),
  '/dashboard/$location/categories/$id': form(m.shop_category_edit_title),
  '/dashboard/$location/orders': list(m.shop_orders_title, m.nav_orders),
  '/dashboard/$location/orders/create-order': form(m.shop_order_new_title),
  '/dashboard/$location/orders/$id': form(m.shop_order_edit_title),
  '/dashboard/$location/reviews': list(m.shop_reviews_title, m.nav_reviews),
  '/dashboard/$location/reviews/create-review': form(m.shop_review_new_title),
  '/dashboard/$location/reviews/$id': form(m.shop_review_edit_title),
}
