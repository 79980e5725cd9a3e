// Why it is built this way: docs/decisions/063-inventories-by-month.md

import type pg from 'pg'
import { everyLifetime } from '#kernel/lifetimes.ts'

const tables = everyLifetime.flatMap(([table, { partition }]) =>
  partition?.key === 'inventory_id' ? [table] : [],
)

/** Whether a table has rows of inventories, by the month in which these were planned. */
export const isOfInventories = (table: string) => tables.includes(table)

type Part = { table: string; from: string; to: string }

/** An inventory ends long after the month in which it was planned: its rows stay until all of that month have ended. */
export async function whyItStays(client: pg.Client, { table, from, to }: Part, end: Date) {
  if (!isOfInventories(table)) return undefined
  const { rows } = await client.query<{ name: string }>(
    `select readable_id as name from inventories
     where id >= first_id_at($1) and id < first_id_at($2)
       and (status not in ('approved', 'cancelled') or coalesce(approved_at, cancelled_at) >= $3)
     order by number limit 1`,
    [from, to, end],
  )
  const [inventory] = rows
  if (inventory !== undefined) return `the inventory ${inventory.name} was still open in that month`
  return new Date(to) > end ? 'it has later months as well' : undefined
}
