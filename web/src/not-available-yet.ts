import { m } from '#texts'

/** Screens whose slice is still to come, and their titles. A screen leaves this list as it enters screens.ts. */
export const notAvailableYet = {
  'asset-wise': m.reports_asset_wise_title,
  'physical-inventory': m.reports_inventory_title,
  'landing-v2': m.shop_overview_title,
  products: m.shop_products_title,
  'products/create-product': m.shop_product_new_title,
  'products/$id': m.shop_product_edit_title,
  categories: m.shop_categories_title,
  'categories/create-category': m.shop_category_new_title,
  'categories/$id': m.shop_category_edit_title,
  orders: m.shop_orders_title,
  'orders/create-order': m.shop_order_new_title,
  'orders/$id': m.shop_order_edit_title,
  reviews: m.shop_reviews_title,
  'reviews/create-review': m.shop_review_new_title,
  'reviews/$id': m.shop_review_edit_title,
  'help-desk': m.help_title,
} as const
