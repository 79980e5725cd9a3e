import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Finding } from '../contract/ledger/check.ts'
import { onDatabase } from '../scripts/postgres/databases.ts'
import { type Postgres, startPostgres } from '../scripts/postgres/postgres.ts'
import { eventually, stopProcess } from '../scripts/processes.ts'
import { newClient } from '../server/src/kernel/db/connection.ts'
import { verifyLedger } from '../server/src/operations/ledger-verify.ts'
import type { Fault, Ledger } from './ledger.ts'
import { prepareProduct, productOf } from './product.ts'

const rounds = Number(process.env.ROUNDS ?? 10)
const database = 'seals'
/** More than a seal takes, so that a kill hits a row of seals. */
const entriesInBurst = 25_000

const burst = (number: number) => `insert into events (action, record_kind, record_id, after, request_id)
  select 'asset.changed', 'asset', uuidv7(), jsonb_build_object('burst', ${number}, 'line', line), 'fault'
  from generate_series(1, ${entriesInBurst}) as line`

type Stage = {
  postgres: Postgres
  workers: ChildProcess[]
  startWorker: () => ChildProcess
  random: () => number
}

/** Two workers want to seal the same entries; one round kills them, the next kills PostgreSQL under them. */
async function round(stage: Stage, number: number) {
  await onDatabase(stage.postgres.url(database), burst(number))
  await delay(2500 + stage.random() * 2500)
  if (number % 2 === 0) {
    for (const worker of stage.workers.splice(0)) await stopProcess(worker, 'SIGKILL', 10_000)
    stage.workers.push(stage.startWorker(), stage.startWorker())
    return
  }
  const { dir, port } = stage.postgres
  await stage.postgres.kill()
  stage.postgres = await startPostgres({ dir, port })
}

type Counts = { entries: number; sealed: number; different: number }

const countsNow = async (postgres: Postgres): Promise<Counts> => {
  const [counts] = await onDatabase<Counts>(
    postgres.url(database),
    `select (select count(*) from events)::int as entries, count(*)::int as sealed, count(distinct id)::int as different
     from ledger_seals cross join unnest(ids) as id`,
  )
  return counts ?? { entries: 0, sealed: 0, different: 0 }
}

async function findingsNow(postgres: Postgres): Promise<Finding[]> {
  const client = newClient(postgres.url(database), 'ats faults')
  await client.connect()
  try {
    await client.query(`set timezone = 'UTC'`)
    const found: Finding[] = []
    await verifyLedger(client, { keys: [], found: (finding) => found.push(finding) })
    return found
  } finally {
    await client.end()
  }
}

/** Workers and PostgreSQL are killed in the middle of sealing. The chain stays whole, and no entry is sealed twice. */
export const seals: Fault = async ({ random, say }): Promise<Ledger> => {
  const dir = await mkdtemp(join(tmpdir(), 'ats-faults-seals-'))
  const folder = await mkdtemp(join(tmpdir(), 'ats-faults-seals-files-'))
  let postgres = await startPostgres({ dir })
  const workers: ChildProcess[] = []
  try {
    await prepareProduct(postgres, database, folder)
    const { startWorker } = productOf(postgres, database, folder)
    workers.push(startWorker(), startWorker())
    const stage: Stage = { postgres, workers, startWorker, random }
    for (let number = 1; number <= rounds; number += 1) {
      await round(stage, number)
      postgres = stage.postgres
    }
    await eventually(
      async () => {
        const { entries, different } = await countsNow(postgres)
        return entries === different
      },
      120_000,
      500,
    )
    const counts = await countsNow(postgres)
    const findings = await findingsNow(postgres)
    say(`${counts.entries} entries, ${rounds} kills, ${findings.length} findings`)
    return {
      ...{ acked: counts.entries, stored: counts.different, lost: counts.entries - counts.different },
      duplicated: counts.sealed - counts.different,
      problems: findings.slice(0, 5).map(({ kind, seal, entry }) => `${kind}: seal ${seal}, entry ${entry}`),
    }
  } finally {
    for (const worker of workers) worker.kill('SIGKILL')
    await postgres.stop()
    for (const one of [dir, folder]) await rm(one, { recursive: true, force: true })
  }
}
