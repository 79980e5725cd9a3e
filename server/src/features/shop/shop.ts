import { shop, shopFilter } from '@ats/contract/shop/shop.ts'
import { sql } from 'kysely'
import { exportSource, momentColumn, plainColumn, textColumn } from '#kernel/files/export-source.ts'
import { countOf, rowsOf } from './records.ts'

export const shopExports = {
  'shop-reviews': exportSource({
    title: 'Reviews',
    permission: shop.reviews.list.permission,
    filter: shopFilter.omit({ page: true, size: true }),
    columns: {
      id: plainColumn('ID', sql.ref('records.id')),
      product: textColumn('Product', sql.ref('records.product')),
      rating: plainColumn('Rating', sql.ref('records.rating')),
      text: textColumn('Review', sql.ref('records.text')),
      date: momentColumn('Date', sql.ref('records.date')),
    },
    choose: async (db, _actor, filter) => {
      const rows = rowsOf('reviews', filter)
      return { ...rows, total: await countOf(db, rows) }
    },
  }),
}
