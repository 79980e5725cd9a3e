import type { shopKinds } from '@ats/contract/shop/kinds.ts'
import { m } from '#texts'

type Kind = keyof typeof shopKinds
type Text = () => string

/** The audit log's names for the shop's records and actions. No other screen shows these texts. */
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
