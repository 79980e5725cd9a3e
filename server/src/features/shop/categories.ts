import type { ShopBody } from '@ats/contract/shop/shop.ts'
import { sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import { invalid } from '#kernel/http/problem.ts'

/**
 * Rejects a parent that is the category itself or below it. Changes are serialised, because two at the same
 * time could form a cycle.
 */
export async function mustNotBeCircle(
  tx: Db,
  number: number | undefined,
  { parent }: ShopBody<'categories'>,
) {
  if (number === undefined || parent === null) return
  await sql`lock table shop_categories in share row exclusive mode`.execute(tx)
  const { rows } = await sql`with recursive above as (
      select number, parent from shop_categories where number = ${parent}
      union select higher.number, higher.parent from shop_categories as higher
        join above on higher.number = above.parent)
    select from above where number = ${number}`.execute(tx)
  if (rows.length > 0) throw invalid('parent', 'shop-category-circle')
}
