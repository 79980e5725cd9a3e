import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onDatabase } from '../scripts/postgres/databases.ts'
import { type Postgres, startPostgres } from '../scripts/postgres/postgres.ts'
import { eventually, stopProcess } from '../scripts/processes.ts'
import { type Caller, signIn, signInAsNew } from '../scripts/product-calls.ts'
import type { Fault } from './ledger.ts'
import { prepareProduct, productOf } from './product.ts'

const entries = Number(process.env.ENTRIES ?? 20_000)
const records = 500
const entriesAtOnce = 100
const database = 'webhooks'
const longestMs = 15 * 60_000
const settings = { WEBHOOK_NETWORKS: '127.0.0.1' }

type Mood = 'fine' | 'error' | 'hang' | 'redirect' | 'slow'
const moods: readonly Mood[] = ['fine', 'error', 'fine', 'hang', 'fine', 'redirect', 'slow', 'fine']

/** Receives entries, and misbehaves as it is told to. Remembers what it confirmed, in order. */
async function openReceiver() {
  let mood: Mood = 'fine'
  const confirmed: { id: number; record: string }[] = []
  const confirm = (response: ServerResponse, text: string) => {
    const { data } = JSON.parse(text) as { data: { id: number; recordId: string } }
    confirmed.push({ id: data.id, record: data.recordId })
    response.writeHead(204).end()
  }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString()
    if (mood === 'error') response.writeHead(500).end()
    else if (mood === 'redirect') response.writeHead(302, { location: '/' }).end()
    else if (mood === 'slow') setTimeout(() => confirm(response, text), 300)
    else if (mood === 'fine') confirm(response, text)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    confirmed,
    feel: (next: Mood) => {
      mood = next
      if (next !== 'hang') server.closeIdleConnections()
    },
    /** Like a process that is killed: open connections break. */
    breakConnections: () => server.closeAllConnections(),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
type Receiver = Awaited<ReturnType<typeof openReceiver>>

async function addWebhook({ address, headers }: Caller, url: string) {
  const answer = await fetch(`${address}/api/v1/webhooks`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: url, url, topics: ['asset.changed'] }),
  })
  if (!answer.ok) throw new Error(`The webhook was refused: ${await answer.text()}`)
}

/** Writes entries about assets of Indore and of another city in turn, many in each transaction. */
const writeEntries = (postgres: Postgres, from: number) =>
  onDatabase(
    postgres.url(database),
    `insert into events (action, record_kind, record_id, place_id, request_id, after)
     select 'asset.changed', 'asset', md5('record ' || n % ${records})::uuid,
       case when n % 5 = 4 then other.id else indore.id end, 'fault', jsonb_build_object('model', n)
     from generate_series(${from}, ${from + entriesAtOnce - 1}) as n,
       (select id from places where kind = 'city' and name = 'Indore') as indore,
       (select id from places where kind = 'city' and name <> 'Indore' order by name limit 1) as other order by n`,
  )

const wantedEntries = (postgres: Postgres) =>
  onDatabase<{ id: number; inIndore: boolean }>(
    postgres.url(database),
    `select events.id::int, places.name = 'Indore' as "inIndore" from events
     join places on places.id = events.place_id where request_id = 'fault' order by events.id`,
  )

/** Entries of a record that were confirmed for the first time after a later entry of the same record. */
function outOfOrder({ confirmed }: Receiver) {
  const [seen, latest] = [new Set<number>(), new Map<string, number>()]
  return confirmed.filter(({ id, record }) => {
    const isLate = !seen.has(id) && id < (latest.get(record) ?? 0)
    seen.add(id)
    latest.set(record, Math.max(id, latest.get(record) ?? 0))
    return isLate
  }).length
}

/** Waiting entries are due now, because the run does not take three days. */
const hurry = (postgres: Postgres) =>
  onDatabase(
    postgres.url(database),
    `update webhook_deliveries set next_at = now() where status = 'pending'`,
    `update webhooks set due_at = now(), held_until = case when held_until is not null then now() end`,
  )

/** A receiver that is killed, hangs, answers 500, redirects and is slow, and workers that are killed. */
export const webhooks: Fault = async ({ random, say }) => {
  const postgres = await startPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'ats-faults-webhooks-'))
  const [all, limited] = [await openReceiver(), await openReceiver()]
  const workers: ChildProcess[] = []
  try {
    await prepareProduct(postgres, database, folder)
    const { startApi, startWorker } = productOf(postgres, database, folder, undefined, settings)
    const api = await startApi()
    const admin = { address: api.address, headers: await signIn(api.address) }
    await addWebhook(admin, all.url)
    await addWebhook({ ...admin, headers: await signInAsNew(admin, 'Limited Person') }, limited.url)
    workers.push(startWorker(), startWorker())
    await disturb({ postgres, receivers: [all, limited], workers, startWorker, random })
    const wanted = await wantedEntries(postgres)
    const isComplete = () => missing(wanted, all).length + missing(inIndore(wanted), limited).length === 0
    const isDone = async () => {
      if (!isComplete()) await hurry(postgres)
      return isComplete()
    }
    await eventually(isDone, longestMs, 2000).catch(() => undefined)
    say(`${all.confirmed.length} and ${limited.confirmed.length} messages for ${wanted.length} entries`)
    for (const worker of workers) await stopProcess(worker, 'SIGTERM', 20_000)
    await stopProcess(api.process, 'SIGTERM', 10_000)
    return resultOf(wanted, all, limited)
  } finally {
    all.close()
    limited.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Wanted = Awaited<ReturnType<typeof wantedEntries>>
const inIndore = (wanted: Wanted) => wanted.filter((one) => one.inIndore)
const idsOf = ({ confirmed }: Receiver) => new Set(confirmed.map(({ id }) => id))
const missing = (wanted: Wanted, receiver: Receiver) => {
  const ids = idsOf(receiver)
  return wanted.filter(({ id }) => !ids.has(id))
}

type Disturbed = {
  postgres: Postgres
  receivers: readonly Receiver[]
  workers: ChildProcess[]
  startWorker: () => ChildProcess
  random: () => number
}

/** Writes all entries while receivers and workers fail. */
async function disturb({ postgres, receivers, workers, startWorker, random }: Disturbed) {
  const step = Math.max(entriesAtOnce, Math.floor(entries / 40))
  for (let written = 0; written < entries; written += entriesAtOnce) {
    await writeEntries(postgres, written)
    if (written % step !== 0) continue
    for (const receiver of receivers) receiver.feel(moods[Math.floor(random() * moods.length)] ?? 'fine')
    if (random() < 0.3) receivers[0]?.breakConnections()
    if (random() < 0.3) {
      workers.shift()?.kill('SIGKILL')
      workers.push(startWorker())
    }
    await hurry(postgres)
    await delay(1000)
  }
  for (const receiver of receivers) receiver.feel('fine')
}

function resultOf(wanted: Wanted, all: Receiver, limited: Receiver) {
  const allowed = new Set(inIndore(wanted).map(({ id }) => id))
  const leaked = limited.confirmed.filter(({ id }) => !allowed.has(id)).length
  const late = outOfOrder(all) + outOfOrder(limited)
  const lost = missing(wanted, all).length + missing(inIndore(wanted), limited).length
  const acked = wanted.length + allowed.size
  return {
    ...{ acked, stored: acked - lost, lost, duplicated: 0 },
    problems: [
      ...(leaked > 0 ? [`${leaked} entries out of scope were sent`] : []),
      ...(late > 0 ? [`${late} entries came after a later entry of their record`] : []),
    ],
  }
}
