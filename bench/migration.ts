import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { ensureDatabase, onDatabase } from '../scripts/postgres/databases.ts'
import type { Postgres } from '../scripts/postgres/postgres.ts'
import { run } from '../scripts/processes.ts'
import { root } from '../scripts/sources.ts'
import { applyMissing } from '../server/src/kernel/db/migrate.ts'
import type { Bench } from './measurement.ts'
import { filled, firstNew, oldWork, tagOf, turnTheMonth } from './migration-data.ts'

const database = 'migrated'
const tables = ['events', 'movements']
const people = 8
const pauseMs = 20
const longestMs = 200
const rowsAStep = 20_000
/** Shows what the machine alone makes people wait. */
const calmMs = 5000

type Content = { rows: string; checksum: string }

/** Of the rows that were there before the work began. */
const contentOf = async (url: string, table: string) => {
  const [content] = await onDatabase<Content>(
    url,
    `select count(*) as rows, sum(hashtextextended(lines::text, 0)::numeric)::text as checksum from ${table} as lines
     where ${table === 'events' ? `request_id = 'filled'` : `tag <> 'AB'`}`,
  )
  return content
}

/** People of the version before, at a steady rate: each statement with the time that it took. */
function startPeople(url: string) {
  const waits: { ms: number; statement: number }[] = []
  const errors = new Set<string>()
  let isOver = false
  const work = Array.from({ length: people }, async (_, person) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    for (let round = 0; !isOver; round += 1) {
      const tag = tagOf(1 + ((person + round * people) % 1000))
      for (const [statement, text] of oldWork.entries()) {
        const began = performance.now()
        const values = text.includes('$1') ? [tag] : []
        await client
          .query({ name: `old-${statement}`, text, values })
          .catch((error: Error) => errors.add(error.message))
        waits.push({ ms: performance.now() - began, statement })
      }
      await delay(pauseMs)
    }
    await client.end()
  })
  return {
    async stop() {
      isOver = true
      await Promise.all(work)
      waits.sort((a, b) => a.ms - b.ms)
      return { waits, errors: [...errors] }
    },
  }
}

/** Runs the work while people write and a dump reads, and says how long the longest of them waited. */
async function underLoad(postgres: Postgres, name: string, work: () => Promise<unknown>) {
  const dump =
    postgres.bin === null
      ? undefined
      : spawn(join(postgres.bin, 'pg_dump'), ['-Fc', '-Z0', '-f', '/dev/null', postgres.url(database)])
  const dumped = dump && once(dump, 'exit')
  const load = startPeople(postgres.url(database))
  await delay(1000)
  const began = performance.now()
  await work().finally(() => load.stop())
  const seconds = (performance.now() - began) / 1000
  await dumped
  const { waits, errors } = await load.stop()
  const share = (part: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * part))]
  const { ms: longest = 0, statement = 0 } = share(1) ?? {}
  console.log(
    `${name}: ${(seconds / 60).toFixed(1)} min, ${waits.length} statements meanwhile, ` +
      `longest ${longest.toFixed(0)} ms (statement ${statement}), p99 ${(share(0.99)?.ms ?? 0).toFixed(1)} ms`,
  )
  if (errors.length > 0) throw new Error(`${name}: ${errors.join('; ')}`)
  const [p50, p99] = [share(0.5)?.ms ?? 0, share(0.99)?.ms ?? 0]
  return { name, bare: 1 / longestMs, api: 1 / longest, p50, p99, limit: 1 }
}

/** As the worker does it: pauses after each step for as long as the step took. */
async function split(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const table of tables)
    for (let step: string | null = ''; step !== null; ) {
      const began = performance.now()
      step = await client
        .query<{ step: string | null }>('select split_step($1, $2) as step', [table, rowsAStep])
        .then(({ rows }) => rows[0]?.step ?? null)
        .catch((error: pg.DatabaseError) => {
          if (error.code !== '55P03') throw error
          return 'locked'
        })
      const ms = performance.now() - began
      if (step !== null && !step.includes(':')) console.log(`${table}: ${step}, ${ms.toFixed(0)} ms`)
      await delay(ms)
    }
  await client.end()
}

/**
 * A database of the version before, with `--assets` assets, ten times as many entries and 60 months: `migrate`
 * and then the split while people work. Every row must be the same afterwards.
 */
export const migration: Bench = async (postgres, { assets }) => {
  const url = postgres.url(database)
  await onDatabase(postgres.url(), `drop database if exists ${database} with (force)`)
  await ensureDatabase(postgres.url(), database)
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await applyMissing(owner, undefined, firstNew)
  await owner.end()
  await onDatabase(url, ...filled(assets))
  const contents = () => Promise.all(tables.map((table) => contentOf(url, table)))
  const before = await contents()
  const migrate = () =>
    run(process.execPath, ['server/src/main.ts', 'migrate'], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: url },
    })
  await underLoad(postgres, 'without a migration', () => delay(calmMs))
  const results = [await underLoad(postgres, 'migration', migrate)]
  for (const table of tables) await onDatabase(url, turnTheMonth(table))
  results.push(await underLoad(postgres, 'migration-split', () => split(url)))
  const after = await contents()
  console.log(`rows before and after: ${JSON.stringify([before, after])}`)
  if (JSON.stringify(before) !== JSON.stringify(after)) throw new Error('Rows were lost or changed')
  return results
}
