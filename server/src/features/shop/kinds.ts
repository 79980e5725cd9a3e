import {
  categoryBody,
  orderBody,
  productBody,
  reviewBody,
  type ShopBody,
  type ShopKind,
} from '@ats/contract/shop/shop.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import { invalid, type Problem } from '#kernel/http/problem.ts'
import { mustNotBeCircle } from './categories.ts'
import { itemsOf, saveItems } from './orders.ts'

/** What the functions in records.ts need to know about a kind. */
export type Kind<K extends ShopKind = ShopKind> = {
  name: K
  record: 'shop-product' | 'shop-category' | 'shop-order' | 'shop-review'
  table: string
  /** The form fields that are columns of the table, where they have the same names in snake case. */
  fields: readonly string[]
  /** Other parts of a whole record. */
  more: RawBuilder<unknown>
  /** The rows of the list; `title` is what A-Z sorts by, `searched` what a search looks in. */
  rows: RawBuilder<unknown>
  title: string
  searched: readonly string[]
  /** Errors by the violated constraint. */
  refusals: Record<string, () => Problem>
  /** Checks that no constraint can make. */
  check?: (tx: Db, number: number | undefined, body: ShopBody<K>) => Promise<void>
  saveMore?: (tx: Db, number: number, body: ShopBody<K>) => Promise<void>
}

/** Stored as integer hundredths, so that sums are exact. */
export const hundredths = new Set(['basePrice', 'discountPrice', 'weight', 'length', 'width', 'height'])

const imagesOf = (
  owner: string,
  table: string,
) => sql`, array(select shop_pictures.id::text from shop_pictures
  where ${sql.ref(`shop_pictures.${owner}`)} = ${sql.ref(`${table}.number`)} order by shop_pictures.id) as images`

const products: Kind<'products'> = {
  name: 'products',
  record: 'shop-product',
  table: 'shop_products',
  fields: Object.keys(productBody.shape),
  more: imagesOf('products', 'shop_products'),
  rows: sql`select number as id, title as name, sku, stock_status as status,
    coalesce(discount_price, base_price) / 100::float8 as price, published, created_at as date from shop_products`,
  title: 'name',
  searched: ['name', 'sku'],
  refusals: {
    shop_products_sku: () => invalid('sku', 'shop-sku-taken'),
    shop_products_discount: () => invalid('discountPrice', 'shop-discount-wrong'),
    shop_products_category: () => invalid('category', 'shop-category-unknown'),
  },
}

const categories: Kind<'categories'> = {
  name: 'categories',
  record: 'shop-category',
  table: 'shop_categories',
  fields: Object.keys(categoryBody.shape),
  more: imagesOf('categories', 'shop_categories'),
  rows: sql`select number as id, title as name, slug,
    (select count(*) from shop_products where category = shop_categories.number) as "productsNumber",
    (select above.title from shop_categories as above where above.number = shop_categories.parent) as "parentCategory",
    created_at as date from shop_categories`,
  title: 'name',
  searched: ['name', 'slug', 'parentCategory'],
  refusals: {
    shop_categories_slug: () => invalid('slug', 'shop-slug-taken'),
    shop_categories_parent: () => invalid('parent', 'shop-category-unknown'),
  },
  check: mustNotBeCircle,
}

const orders: Kind<'orders'> = {
  name: 'orders',
  record: 'shop-order',
  table: 'shop_orders',
  fields: Object.keys(orderBody.omit({ items: true }).shape),
  more: sql`, ${itemsOf} as items`,
  rows: sql`select number as id, customer_name || ' ' || lastname as customer, status, created_at as date,
    (select coalesce(sum(price * quantity), 0) from shop_order_items where order_number = number) / 100::float8 as total,
    email from shop_orders`,
  title: 'customer',
  searched: ['customer', 'email', 'status'],
  refusals: {},
  saveMore: saveItems,
}

const reviews: Kind<'reviews'> = {
  name: 'reviews',
  record: 'shop-review',
  table: 'shop_reviews',
  fields: Object.keys(reviewBody.shape),
  more: sql`, (select title from shop_products where shop_products.number = shop_reviews.product) as "productName"
    ${imagesOf('reviews', 'shop_reviews')}`,
  rows: sql`select shop_reviews.number as id, shop_products.title as product, rating, review_text as text,
    shop_reviews.created_at as date from shop_reviews join shop_products on shop_products.number = shop_reviews.product`,
  title: 'product',
  searched: ['product', 'text'],
  refusals: { shop_reviews_product: () => invalid('product', 'shop-product-unknown') },
}

export const kinds: { [K in ShopKind]: Kind<K> } = { products, categories, orders, reviews }
