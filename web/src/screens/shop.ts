import type { ComponentType } from 'react'
import { m } from '#texts'
import { screen } from './screen.ts'

const lists = () => import('#features/shop/lists.tsx')
const forms = async () => (await import('#features/shop/forms.ts')).forms

type Load = () => Promise<ComponentType>
const list = (title: () => string, load: Load) =>
  screen({ title, permission: 'signed-in', listed: { shop: title }, load })
/** Everybody may read a record; what may be changed is said on the page. */
const form = (title: () => string, load: Load) => screen({ title, permission: 'signed-in', listed: {}, load })
const newForm = (title: () => string, load: Load) => screen({ title, permission: 'master', listed: {}, load })

export const shop = {
  '/dashboard/$location/landing-v2': list(
    m.shop_overview_title,
    async () => (await import('#features/shop/overview.tsx')).Overview,
  ),
  '/dashboard/$location/products': list(m.shop_products_title, async () => (await lists()).Products),
  '/dashboard/$location/products/create-product': newForm(
    m.shop_product_new_title,
    async () => (await forms()).ProductForm,
  ),
  '/dashboard/$location/products/$id': form(
    m.shop_product_edit_title,
    async () => (await forms()).EditProduct,
  ),
  '/dashboard/$location/categories': list(m.shop_categories_title, async () => (await lists()).Categories),
  '/dashboard/$location/categories/create-category': newForm(
    m.shop_category_new_title,
    async () => (await forms()).CategoryForm,
  ),
  '/dashboard/$location/categories/$id': form(
    m.shop_category_edit_title,
    async () => (await forms()).EditCategory,
  ),
  '/dashboard/$location/orders': list(m.shop_orders_title, async () => (await lists()).Orders),
  '/dashboard/$location/orders/create-order': newForm(
    m.shop_order_new_title,
    async () => (await forms()).OrderForm,
  ),
  '/dashboard/$location/orders/$id': form(m.shop_order_edit_title, async () => (await forms()).EditOrder),
  '/dashboard/$location/reviews': list(m.shop_reviews_title, async () => (await lists()).Reviews),
  '/dashboard/$location/reviews/create-review': newForm(
    m.shop_review_new_title,
    async () => (await forms()).ReviewForm,
  ),
  '/dashboard/$location/reviews/$id': form(m.shop_review_edit_title, async () => (await forms()).EditReview),
}
