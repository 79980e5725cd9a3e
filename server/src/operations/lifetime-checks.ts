import { type TableFact, tableFactsQuery } from '#kernel/db/table-facts.ts'
import { everyLifetime, type KeepDays, keptDays, type Lifetime } from '#kernel/lifetimes.ts'
import type { Config } from '../config.ts'
import { asking, type Connect } from './database-checks.ts'
import { type Check, failed, ok, warning } from './findings.ts'

const aDay = 24 * 60 * 60
/** Partitions are created two weeks ahead. */
const daysAhead = 7
/** Upkeep runs every hour, and leaves a locked table for later. */
const graceDays = 3
const gigabyte = 1_000_000_000

type Declared = TableFact & { lifetime: Lifetime }

const declaredFacts = (connect: Connect) => async (): Promise<Declared[]> => {
  const row = asking(connect)
  const { facts } = await row<{ facts: TableFact[] }>(
    `select json_agg(fact) as facts from (${tableFactsQuery}) as fact`,
  )
  const known = new Map(facts.map((fact) => [fact.table, fact]))
  return everyLifetime.flatMap(([table, lifetime]) => {
    const fact = known.get(table)
    return fact === undefined ? [] : [{ ...fact, lifetime }]
  })
}

/** The first day, of those that must have one, without a partition. */
function missingDay({ partitions }: TableFact, now: number): string | undefined {
  for (let day = 0; day <= daysAhead; day += 1) {
    const moment = now + day * aDay
    if (!partitions.some(({ from, to }) => from <= moment && moment < to))
      return new Date(moment * 1000).toISOString().slice(0, 10)
  }
  return undefined
}

const ahead = (facts: () => Promise<Declared[]>) => async () => {
  const now = Date.now() / 1000
  const timed = (await facts()).filter(({ lifetime: { partition } }) => partition)
  const missing = timed.flatMap((fact) => {
    const day = missingDay(fact, now)
    return day === undefined ? [] : [`${fact.table} has none for ${day}`]
  })
  return missing.length > 0
    ? failed(`${missing.join(', ')}; the worker creates them: read its log`)
    : ok(`${timed.map(({ table }) => table).join(', ')}: created for the next ${daysAhead} days`)
}

/** By how many days the oldest row of a table is over. */
function daysOverdue({ lifetime, keptFrom }: Declared, days: KeepDays, now: number): number {
  if (keptFrom === null || lifetime.end === 'kept') return 0
  const kept = lifetime.until === undefined ? keptDays(lifetime, days) : 0
  return (now - keptFrom) / aDay - kept
}

const overdue = (facts: () => Promise<Declared[]>, days: KeepDays) => async () => {
  const now = Date.now() / 1000
  const late = (await facts())
    .map((fact) => ({ table: fact.table, by: Math.floor(daysOverdue(fact, days, now)) }))
    .filter(({ by }) => by >= graceDays)
  return late.length > 0
    ? warning(
        `older than they are kept: ${late.map(({ table, by }) => `${table} by ${by} days`).join(', ')}; the worker ends them: read its log`,
      )
    : ok('no row is older than it is kept')
}

const sizes = (facts: () => Promise<Declared[]>) => async () => {
  const all = await facts()
  const large = all.filter(({ bytes, lifetime }) => bytes > lifetime.mostGb * gigabyte)
  const inAll = all.reduce((sum, { bytes }) => sum + bytes, 0)
  const gb = (bytes: number) => (bytes / gigabyte).toFixed(1)
  return large.length > 0
    ? warning(
        large
          .map(
            ({ table, bytes, lifetime }) =>
              `${table} has ${gb(bytes)} GB, more than the expected ${lifetime.mostGb}`,
          )
          .join('; '),
      )
    : ok(`${gb(inAll)} GB in tables that grow with use`)
}

/** Whether tables that grow with use end as kernel/lifetimes.ts says. */
export function lifetimeChecks(connect: Connect, { keepDays }: Config): Record<string, Check> {
  const ask = declaredFacts(connect)
  let asked: Promise<Declared[]> | undefined
  // One query for all three: it reads the sizes of every partition.
  const facts = () => {
    asked ??= ask()
    return asked
  }
  return { partitions: ahead(facts), 'old rows': overdue(facts, keepDays), 'table sizes': sizes(facts) }
}
