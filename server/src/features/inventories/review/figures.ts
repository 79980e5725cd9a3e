import { type RawBuilder, sql } from 'kysely'
import { isHidden } from '#features/inventories/access.ts'
import type { Actor } from '#kernel/actor.ts'

/** The figures of a closed inventory, each with the column that it is the sum of until then. */
const sums = {
  total: 'expected',
  found: 'found',
  by_hand: 'by_hand',
  misplaced: 'misplaced',
  outside: 'outside',
  binned: 'binned',
  unknown: 'unknown',
  weak: 'weak',
  unresolved: 'unresolved',
} as const

export type Figure = keyof typeof sums
const figures = Object.keys(sums) as Figure[]

/** The sums over the places of an inventory, as `counts`; a closed inventory stores them in its own row. */
export const countsOf = sql`(select ${sql.join(
  figures.map((figure) => sql`sum(${sql.ref(sums[figure])}) as ${sql.ref(figure)}`),
)} from inventory_counts where inventory_id = inventories.id and inventories.total is null)`

const own = (figure: Figure) =>
  sql`coalesce(${sql.ref(`inventories.${figure}`)}, ${sql.ref(`counts.${figure}`)}, 0)::int`

const whereKnown = (actor: Actor, value: RawBuilder<unknown>) =>
  sql<
    number | null
  >`case when inventories.started_at is not null and not ${isHidden(actor)} then ${value} end`

export const figureOf = (actor: Actor, figure: Figure) => whereKnown(actor, own(figure))

export const notFound = (actor: Actor) => whereKnown(actor, sql`${own('total')} - ${own('found')}`)

export const access = (actor: Actor) =>
  whereKnown(actor, sql`${own('outside')} + ${own('binned')} + ${own('unknown')}`)

/** Stores the figures of an inventory in the statement that closes it. */
export const finalFigures = sql`${sql.join(
  figures.map(
    (figure) => sql`${sql.ref(figure)} = (select coalesce(sum(${sql.ref(sums[figure])}), 0)::int
      from inventory_counts where inventory_id = inventories.id)`,
  ),
)}`
