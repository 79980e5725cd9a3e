import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '../scripts/postgres/postgres.ts'
import { canReplicate, type PostgresReplica, startReplica } from '../scripts/postgres/postgres-replica.ts'
import { freePort, stopProcess } from '../scripts/processes.ts'
import type { Fault } from './ledger.ts'
import { admit } from './people.ts'
import { prepareProduct } from './product.ts'

const tries = Number(process.env.TRIES ?? 10_000)
const people = 20
const lateMs = 25
const database = 'replicated'

type Headers = Record<string, string>
type Counts = { acked: number; seen: number; twice: number; lacking: number }

const freshTag = () => `E2${randomBytes(11).toString('hex')}`.toUpperCase()

async function register(address: string, headers: Headers, rfidTag: string) {
  const body = JSON.stringify({ rfidTag, assetName: 'Chair', location: 'indore' })
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
  const answer = await fetch(`${address}/api/assets/register`, init)
  if (answer.status !== 201) throw new Error(`A registration answered ${answer.status}`)
  await answer.arrayBuffer()
}

async function rowsInReport(address: string, headers: Headers, rfidTag: string) {
  const answer = await fetch(`${address}/api/v1/reports/assets?rfidTagId=${rfidTag}`, { headers })
  if (!answer.ok) throw new Error(`The report answered ${answer.status}`)
  return ((await answer.json()) as { rows: unknown[] }).rows.length
}

/** How often reads used the replica, by outcome, summed over all processes. */
async function readsBy(ports: number[]) {
  const sums: Record<string, number> = {}
  for (const port of ports) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    for (const [, outcome = '', count] of text.matchAll(/replica_reads_total\{outcome="(\w+)"\} (\d+)/g))
      sums[outcome] = (sums[outcome] ?? 0) + Number(count)
  }
  return sums
}

/** Pauses the replica for random durations, so that it lags and catches up again. */
function disturb(replica: PostgresReplica, random: () => number) {
  const state = { stopped: false }
  const running = (async () => {
    while (!state.stopped) {
      await replica.pause()
      await delay(random() * 400)
      await replica.resume()
      await delay(random() * 800)
    }
  })()
  return async () => {
    state.stopped = true
    await running
  }
}

type Office = {
  addresses: string[]
  sessions: Headers[]
  copy: pg.Pool
  random: () => number
  say: (text: string) => void
}

/** Each person registers an asset through one process and requests it from the other, immediately or a moment later. */
async function tryAll({ addresses, sessions, copy, random, say }: Office): Promise<Counts> {
  const counts = { acked: 0, seen: 0, twice: 0, lacking: 0 }
  let left = tries
  const live = async (headers: Headers, at: number) => {
    for (let round = at; left > 0; round += 1) {
      left -= 1
      const [near = '', far = ''] = round % 2 === 0 ? addresses : addresses.toReversed()
      const tag = freshTag()
      await register(near, headers, tag)
      counts.acked += 1
      const there = await copy.query('select from asset_tags where rfid_tag = $1', [tag])
      if (there.rowCount === 0) counts.lacking += 1
      await delay(random() < 0.5 ? 0 : random() * 3 * lateMs)
      const rows = await rowsInReport(far, headers, tag)
      if (rows > 0) counts.seen += 1
      if (rows > 1) counts.twice += 1
      if (counts.acked % 1000 === 0) say(`${counts.acked} changes, ${counts.seen} seen`)
    }
  }
  await Promise.all(sessions.map(live))
  return counts
}

export const ownChangesAtReplica: Fault = async ({ random, say }) => {
  const postgres = await startPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'ats-faults-replica-'))
  try {
    if (!canReplicate(postgres)) throw new Error('pg_basebackup is needed: install postgresql from Debian')
    const product = await prepareProduct(postgres, database, folder)
    const replica = await startReplica(postgres, { recovery_min_apply_delay: `${lateMs}ms` })
    const ports = [await freePort(), await freePort()]
    const apis = await Promise.all(
      ports.map((port) =>
        product.startApi(undefined, {
          DATABASE_REPLICA_URL: replica.url(database),
          METRICS_PORT: `${port}`,
        }),
      ),
    )
    const copy = new pg.Pool({ connectionString: replica.url(database), max: 4 })
    const sessions = await admit(postgres.url(database), people)
    await delay(2000)
    const calm = disturb(replica, random)
    const addresses = apis.map(({ address }) => address)
    const { acked, seen, twice, lacking } = await tryAll({ addresses, sessions, copy, random, say })
    await calm()
    const reads = await readsBy(ports)
    say(
      `${acked} changes by ${people} people at two api processes; the replica lacked ${lacking} of them at first`,
    )
    say(`reports: ${reads.replica} by the replica, ${reads.behind} by the primary since it was behind`)
    await copy.end()
    for (const api of apis) await stopProcess(api.process, 'SIGTERM', 10_000)
    await replica.stop()
    const problems = (reads.replica ?? 0) < tries / 20 ? ['the replica was hardly asked'] : []
    return { acked, stored: seen, lost: acked - seen, duplicated: twice, problems }
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
