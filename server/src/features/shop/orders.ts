import type { ShopBody } from '@ats/contract/shop/shop.ts'
import { sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import { invalid } from '#kernel/http/problem.ts'

/** The products of an order, for a query of `shop_orders`. */
export const itemsOf = sql`(select coalesce(json_agg(json_build_object('product', product, 'name', name,
    'price', price / 100::float8, 'quantity', quantity) order by position), '[]')
  from shop_order_items where order_number = shop_orders.number)`

/** Sets the products of an order. Products that are already in it keep their name and price. */
export async function saveItems(tx: Db, number: number, { items }: ShopBody<'orders'>) {
  const quantities = new Map<number, number>()
  for (const { product, quantity } of items)
    quantities.set(product, (quantities.get(product) ?? 0) + quantity)
  const products = [...quantities.keys()]
  await sql`delete from shop_order_items where order_number = ${number} and product <> all(${products}::int[])`.execute(
    tx,
  )
  await sql`insert into shop_order_items (order_number, product, position, name, price, quantity)
    select ${number}, shop_products.number, line.position, title, coalesce(discount_price, base_price), line.quantity
    from unnest(${products}::int[], ${[...quantities.values()]}::int[]) with ordinality
      as line (product, quantity, position)
    join shop_products on shop_products.number = line.product
    where published or exists (
      select from shop_order_items where order_number = ${number} and product = shop_products.number)
    on conflict (order_number, product)
      do update set quantity = excluded.quantity, position = excluded.position`.execute(tx)
  const { rows } = await sql`select from shop_order_items where order_number = ${number}`.execute(tx)
  if (rows.length < products.length) throw invalid('items', 'shop-product-unknown')
}
