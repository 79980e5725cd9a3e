import type { ShopKind } from '@ats/contract/shop/shop.ts'
import { m } from '#texts'

const at = <P extends string, A extends string>(list: P, add: A) =>
  ({
    list: `/dashboard/$location/${list}`,
    add: `/dashboard/$location/${list}/${add}`,
    one: `/dashboard/$location/${list}/$id`,
  }) as const

export const paths = {
  products: at('products', 'create-product'),
  categories: at('categories', 'create-category'),
  orders: at('orders', 'create-order'),
  reviews: at('reviews', 'create-review'),
}

type Texts = Record<'search' | 'update' | 'saved' | 'deleted' | 'question', () => string>

export const kindTexts: Record<ShopKind, Texts> = {
  products: {
    search: m.shop_products_search,
    update: m.shop_product_update,
    saved: m.shop_product_saved,
    deleted: m.shop_product_removed,
    question: m.shop_product_delete_question,
  },
  categories: {
    search: m.shop_categories_search,
    update: m.shop_category_update,
    saved: m.shop_category_saved,
    deleted: m.shop_category_removed,
    question: m.shop_category_delete_question,
  },
  orders: {
    search: m.shop_orders_search,
    update: m.shop_order_update,
    saved: m.shop_order_saved,
    deleted: m.shop_order_removed,
    question: m.shop_order_delete_question,
  },
  reviews: {
    search: m.shop_reviews_search,
    update: m.shop_review_update,
    saved: m.shop_review_saved,
    deleted: m.shop_review_removed,
    question: m.shop_review_delete_question,
  },
}
