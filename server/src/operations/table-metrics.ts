import { type Kysely, sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { type TableFact, tableFacts } from '#kernel/db/table-facts.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { everyLifetime, type Lifetime } from '#kernel/lifetimes.ts'

const freshMs = 5 * 60_000
const gigabyte = 1_000_000_000
const declared = new Map<string, Lifetime>(everyLifetime)
const byMonth = everyLifetime.flatMap(([table, { partition }]) => (partition?.by === 'month' ? [table] : []))

/** Runs at most every five minutes, however often the metrics are read; keeps the last result if it fails. */
function remembered<T>(ask: () => Promise<T>): () => Promise<T | undefined> {
  let last: { at: number; result: Promise<T | undefined> } | undefined
  return () => {
    if (last === undefined || Date.now() - last.at > freshMs) {
      const before = last?.result
      last = { at: Date.now(), result: ask().catch(() => before) }
    }
    return last.result
  }
}

/** Messages that could not be written and were deleted: there was no room, or nobody looked at them in time. */
async function droppedLetters(db: Kysely<Tables>) {
  const { rows } = await sql<{ dropped: number }>`select coalesce(sum(dropped), 0)::float8 as dropped
    from dead_letter_totals`.execute(db)
  return rows[0]?.dropped
}

type MonthFact = { table: string; astray: number; toSplit: number }

/** Rows whose month is missing, as an estimate, and steps until the rows from before the months are in theirs. */
async function monthFacts(db: Kysely<Tables>) {
  const { rows } = await sql<MonthFact>`
    select parent as "table",
      (select coalesce(sum(pg_stat_get_live_tuples(part)), 0) from partitions_of(parent::regclass) where is_default)::float8 as astray,
      (select count(*) filter (where not is_copied) + least(count(*), 1) from partition_splits
        where partition_splits.parent = tables.parent)::int as "toSplit"
    from unnest(${byMonth}::text[]) as tables (parent)`.execute(db)
  return rows
}

/** The end of the partitions of a table by time; null for other tables. */
const endOf = ({ table, partitions }: TableFact) =>
  ['day', 'month'].includes(declared.get(table)?.partition?.by ?? '')
    ? partitions.reduce((latest, { to }) => Math.max(latest, to), 0)
    : null

/** Metrics of every table that grows with use, by kernel/lifetimes.ts. */
export function measureTables(db: Kysely<Tables>, registry: Registry) {
  const factsNow = remembered(() => tableFacts(db))
  const monthsNow = remembered(() => monthFacts(db))
  const droppedNow = remembered(() => droppedLetters(db))
  const gaugeOf =
    <Fact extends { table: string }>(now: () => Promise<Fact[] | undefined>) =>
    (name: string, help: string, figureOf: (fact: Fact) => number | null) =>
      new Gauge({
        ...{ name, help, labelNames: ['table'] as const, registers: [registry] },
        async collect() {
          this.reset()
          for (const fact of (await now()) ?? []) {
            const value = figureOf(fact)
            if (value !== null) this.set({ table: fact.table }, value)
          }
        },
      })
  const [gauge, monthGauge] = [gaugeOf(factsNow), gaugeOf(monthsNow)]
  gauge('ats_table_rows', 'Estimated rows of a table that grows with use', ({ rows }) => rows)
  gauge('ats_table_bytes', 'Size of such a table on disk, with indexes and partitions', ({ bytes }) => bytes)
  gauge('ats_table_oldest_timestamp_seconds', 'Time of the oldest row or partition', ({ oldest }) => oldest)
  gauge(
    ...(['ats_table_expected_bytes', 'Size that the product is built for'] as const),
    ({ table }) => (declared.get(table)?.mostGb ?? 0) * gigabyte,
  )
  gauge('ats_table_partitions_end_timestamp_seconds', 'Time until which partitions are made', endOf)
  monthGauge(
    ...(['ats_table_rows_without_partition', 'Estimated rows whose month is missing'] as const),
    ({ astray }) => astray,
  )
  monthGauge(
    ...(['ats_table_split_steps', 'Months still to be split off, and the end of the split'] as const),
    ({ toSplit }) => toSplit,
  )
  new Gauge({
    ...{ name: 'ats_dead_letters_dropped', registers: [registry] },
    help: 'Messages of readers that were deleted, because there was no room or nobody looked at them in time',
    async collect() {
      const dropped = await droppedNow()
      if (dropped !== undefined) this.set(dropped)
    },
  })
}
