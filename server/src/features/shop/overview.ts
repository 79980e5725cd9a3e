import type { ShopOverview } from '@ats/contract/shop/shop.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { personInScope } from '#kernel/scope.ts'

/** The last twelve months including this one, in the time zone of the installation. Cancelled orders do not count. */
export async function overview(db: Db, actor: Actor, zone: string): Promise<ShopOverview> {
  const month = (moment: string) => sql`date_trunc('month', ${sql.ref(moment)} at time zone ${zone})`
  const { rows } = await sql<Omit<ShopOverview['months'][number], 'profit'>>`
    with months as (select date_trunc('month', now() at time zone ${zone}) - make_interval(months => back) as month
      from generate_series(0, 11) as back)
    select to_char(month, 'YYYY-MM') as month,
      (select coalesce(sum(price * quantity), 0) from shop_orders
        join shop_order_items on order_number = shop_orders.number
        where status <> 'Cancelled' and ${month('shop_orders.created_at')} = months.month) / 100::float8 as revenue,
      (select coalesce(sum(amount), 0) from shop_spendings
        where shop_spendings.month = months.month::date) / 100::float8 as spendings,
      (select count(*) from users where deleted_at is null and ${month('users.created_at')} = months.month
        and ${personInScope(actor)}) as "newUsers"
    from months order by months.month`.execute(db)
  const months = rows.map((row) => ({ ...row, profit: row.revenue - row.spendings }))
  const sum = (name: 'profit' | 'spendings' | 'revenue' | 'newUsers') =>
    months.reduce((total, row) => total + row[name], 0)
  return {
    ...{
      profit: sum('profit'),
      spendings: sum('spendings'),
      revenue: sum('revenue'),
      newUsers: sum('newUsers'),
    },
    months,
  }
}
