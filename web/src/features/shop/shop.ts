import type { shopKinds } from '@ats/contract/shop/kinds.ts'
import { m } from '#texts'

type Kind = keyof typeof shopKinds
type Text = () => string

/** What the audit log calls the records of the shop, what happens to them and what they hold. */
export const shopKindNames: Record<Kind, Text> = {
  'shop-product': m.shop_kind_product,
  'shop-category': m.shop_kind_category,
  'shop-order': m.shop_kind_order,
  'shop-review': m.shop_kind_review,
}

export const shopActionNames: Record<`${Kind}.${'created' | 'changed' | 'deleted'}`, Text> = {
  'shop-product.created': m.shop_product_created,
  'shop-product.changed': m.shop_product_changed,
  'shop-product.deleted': m.shop_product_deleted,
  'shop-category.created': m.shop_category_created,
  'shop-category.changed': m.shop_category_changed,
  'shop-category.deleted': m.shop_category_deleted,
  'shop-order.created': m.shop_order_created,
  'shop-order.changed': m.shop_order_changed,
  'shop-order.deleted': m.shop_order_deleted,
  'shop-review.created': m.shop_review_created,
  'shop-review.changed': m.shop_review_changed,
  'shop-review.deleted': m.shop_review_deleted,
}

export const shopFieldNames = {
  title: m.shop_title,
  description: m.shop_description,
  category: m.shop_category,
  basePrice: m.shop_base_price,
  discountPrice: m.shop_discount_price,
  stock: m.shop_stock,
  sku: m.shop_sku,
  stockStatus: m.shop_stock_status,
  weight: m.shop_weight,
  length: m.shop_length,
  width: m.shop_width,
  height: m.shop_height,
  metaTitle: m.shop_meta_title,
  metaDescription: m.shop_meta_description,
  published: m.shop_published,
  slug: m.shop_slug,
  parent: m.shop_parent_category,
  customerName: m.shop_customer_name,
  company: m.shop_company,
  country: m.shop_country,
  street: m.shop_street,
  city: m.shop_city,
  zipCode: m.shop_zip_code,
  phone: m.shop_phone,
  notice: m.shop_notice,
  items: m.shop_items,
  product: m.shop_product,
  productName: m.shop_product,
  rating: m.shop_rating,
  reviewText: m.shop_review_text,
  images: m.shop_images,
}
