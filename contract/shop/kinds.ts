const ofShop = <const Table extends string, const Name extends string>(table: Table, name: Name) =>
  ({
    table,
    name,
    actions: ['created', 'changed', 'deleted'],
    seenWith: null,
    within: 'all',
    exports: [],
    screen: null,
  }) as const

/** The records of the shop, as the ledger knows them. */
export const shopKinds = {
  'shop-product': ofShop('shop_products', 'title'),
  'shop-category': ofShop('shop_categories', 'title'),
  // An order has no place, so only people who see every place see it.
  'shop-order': { ...ofShop('shop_orders', 'number'), seenWith: 'master', within: 'place' },
  'shop-review': { ...ofShop('shop_reviews', 'number'), exports: ['shop-reviews'] },
} as const

export const shopExportColumns = { 'shop-reviews': ['id', 'product', 'rating', 'text', 'date'] } as const
