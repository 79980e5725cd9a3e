import type { ShopRow } from '@ats/contract/shop/shop.ts'
import { queryOptions } from '@tanstack/react-query'
import { pageOf } from '#kernel/http/page-of.ts'
import { m } from '#texts'
import { recordSelect } from '#ui/form/record-select.tsx'
import { records } from '#ui/form/records.tsx'
import { shopList } from './queries.ts'

export type Product = Pick<ShopRow<'products'>, 'id' | 'name'> & { price?: number }

const products = records({
  find: (search) =>
    queryOptions({
      ...shopList('products', { search, published: 'true', sort: 'az', size: 20 }),
      meta: { live: ['shop-product'] },
      select: (page): Product[] => pageOf('records')(page).rows,
    }),
  choiceOf: ({ id, name }: Product) => ({ id: String(id), name, path: '' }),
})

export const ProductSelect = recordSelect(products, () => ({
  placeholder: m.shop_product_search(),
  openOnFocus: false,
}))
