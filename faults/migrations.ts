import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { ensureDatabase, onDatabase } from '../scripts/postgres/databases.ts'
import { type Postgres, startPostgres } from '../scripts/postgres/postgres.ts'
import { eventually, hasExited } from '../scripts/processes.ts'
import { root } from '../scripts/sources.ts'
import type { Fault } from './ledger.ts'
import { schemaOf } from './schema.ts'

const wantedKills = Number(process.env.KILLS ?? (process.env.CI === undefined ? 8 : 3))
const mostDatabases = 200

type Applied = Map<string, string>
type Undisturbed = { ms: number; count: number; schema: string }
type Trial = { database: string; kills: number; seen: Applied[]; problems: string[] }

/** Kills `ats migrate` at random moments, runs it again, and compares the result. */
export const migrations: Fault = async ({ random, say }) => {
  const postgres = await startPostgres()
  try {
    const undisturbed = await measureUndisturbed(postgres)
    say(`undisturbed: ${undisturbed.count} migrations, ${undisturbed.ms} ms of work`)
    const trials: Trial[] = []
    const kills = () => trials.reduce((sum, trial) => sum + trial.kills, 0)
    while (kills() < wantedKills && trials.length < mostDatabases) {
      const left = wantedKills - kills()
      trials.push(await disturb(postgres, `disturbed_${trials.length}`, left, undisturbed, random))
    }
    say(`${kills()} kills mid-run over ${trials.length} databases`)
    return await settle(postgres, trials, kills(), undisturbed.schema)
  } finally {
    await postgres.stop()
  }
}

async function measureUndisturbed(postgres: Postgres): Promise<Undisturbed> {
  const database = 'undisturbed'
  await ensureDatabase(postgres.url(), database)
  const child = startMigrating(postgres, database)
  const exited = once(child, 'exit')
  await sessionIs('there', postgres, database, child)
  const started = performance.now()
  await sessionIs('gone', postgres, database, child)
  const ms = Math.ceil(performance.now() - started)
  const [code] = await exited
  if (code !== 0) throw new Error(`The undisturbed migration ended with ${code}`)
  const { size } = await appliedIn(postgres, database)
  return { ms, count: size, schema: await schemaOf(postgres, database) }
}

/**
 * Runs and kills on one database until its migrations are done; only a kill before that counts. The kill
 * times are drawn from a range that follows the speed of the machine, so that most kills hit.
 */
async function disturb(
  postgres: Postgres,
  database: string,
  mostKills: number,
  expected: Undisturbed,
  random: () => number,
): Promise<Trial> {
  await ensureDatabase(postgres.url(), database)
  const trial: Trial = { database, kills: 0, seen: [], problems: [] }
  while (trial.kills < mostKills) {
    const child = startMigrating(postgres, database)
    const exited = once(child, 'exit')
    await sessionIs('there', postgres, database, child)
    await Promise.race([delay(random() * expected.ms), exited])
    child.kill('SIGKILL')
    const [code] = await exited
    const applied = await appliedIn(postgres, database)
    trial.seen.push(applied)
    if (code) trial.problems.push(`${database}: a run after ${trial.kills} kills ended with ${code}`)
    const tooLate = applied.size === expected.count
    expected.ms *= tooLate ? 0.8 : 1.1
    if (tooLate || code) break
    trial.kills++
  }
  return trial
}

/**
 * One undisturbed run on each database. Then every migration seen as applied must be there once, with the
 * same schema as without kills.
 */
async function settle(postgres: Postgres, trials: Trial[], kills: number, schema: string) {
  const ledger = { acked: 0, stored: 0, lost: 0, duplicated: 0, problems: [] as string[] }
  if (kills < wantedKills)
    ledger.problems.push(`only ${kills} of ${wantedKills} kills hit a running migration`)
  for (const { database, seen, problems } of trials) {
    ledger.problems.push(...problems)
    const [code] = await once(startMigrating(postgres, database), 'exit')
    if (code !== 0) ledger.problems.push(`${database}: the clean run ended with ${code}`)
    const stored = await appliedIn(postgres, database)
    const acked = new Set(seen.flatMap((applied) => [...applied.keys()]))
    const times = (name: string) =>
      new Set([...seen, stored].map((applied) => applied.get(name)).filter(Boolean))
    ledger.acked += acked.size
    ledger.stored += [...acked].filter((name) => stored.has(name)).length
    ledger.lost += [...acked].filter((name) => !stored.has(name)).length
    ledger.duplicated += [...stored.keys()].filter((name) => times(name).size > 1).length
    if ((await schemaOf(postgres, database)) !== schema)
      ledger.problems.push(`${database}: the schema differs`)
  }
  return ledger
}

function startMigrating(postgres: Postgres, database: string): ChildProcess {
  return spawn(process.execPath, ['server/src/main.ts', 'migrate'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: postgres.url(database) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function sessionIs(state: 'there' | 'gone', postgres: Postgres, database: string, child: ChildProcess) {
  const client = new pg.Client({ connectionString: postgres.url() })
  await client.connect()
  const reached = async () => {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [database])
    return (rowCount === 0) === (state === 'gone') || hasExited(child)
  }
  await eventually(reached, 20_000, 1).finally(() => client.end())
}

/** Name and time of each migration that the database lists as applied. */
async function appliedIn(postgres: Postgres, database: string): Promise<Applied> {
  const url = postgres.url(database)
  const [table] = await onDatabase<{ name: string | null }>(url, "select to_regclass('migrations') as name")
  if (!table?.name) return new Map()
  const rows = await onDatabase<{ name: string; at: string }>(
    url,
    'select name, applied_at::text as at from migrations',
  )
  return new Map(rows.map(({ name, at }) => [name, at]))
}
