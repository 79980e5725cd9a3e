import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
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
/** A million entries take about an hour on two cores. */
const longestMs = Math.max(15 * 60_000, entries * 4)
const settings = { WEBHOOK_NETWORKS: '127.0.0.1' }
/** A message that was on its way when the places shrank arrives within the time limit of a request. */
const onItsWayMs = 20_000

type Mood = 'fine' | 'error' | 'hang' | 'redirect' | 'slow' | 'killed'
const moods: readonly Mood[] = ['fine', 'error', 'fine', 'hang', 'fine', 'redirect', 'slow', 'killed']

type Message = { id: number; record: string; at: number }

/** Receives entries, and misbehaves as it is told to. Remembers what came and what it confirmed, in order. */
async function openReceiver() {
  let mood: Mood = 'fine'
  const received: Message[] = []
  const confirmed: Message[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { data } = JSON.parse(Buffer.concat(parts).toString()) as { data: { id: number; recordId: string } }
    const message = { id: data.id, record: data.recordId, at: Date.now() }
    const confirm = () => {
      confirmed.push(message)
      response.writeHead(204).end()
    }
    received.push(message)
    if (mood === 'error') response.writeHead(500).end()
    else if (mood === 'redirect') response.writeHead(302, { location: '/' }).end()
    else if (mood === 'slow') setTimeout(confirm, 300)
    else if (mood === 'fine') confirm()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    confirmed,
    /** A killed receiver does not listen until its next mood. */
    async feel(next: Mood) {
      mood = next
      if (next === 'killed') {
        server.close()
        server.closeAllConnections()
      } else if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening')
      else if (next !== 'hang') server.closeIdleConnections()
    },
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

/** Writes entries about assets of three cities in turn, many in each transaction. */
const writeEntries = (postgres: Postgres, from: number) =>
  onDatabase(
    postgres.url(database),
    `insert into events (action, record_kind, record_id, place_id, request_id, after)
     select 'asset.changed', 'asset', md5('record ' || n % ${records})::uuid, cities.ids[1 + n % 3], 'fault',
       jsonb_build_object('model', n)
     from generate_series(${from}, ${from + entriesAtOnce - 1}) as n,
       (select array_agg(id order by name) as ids from (select id, name from places where kind = 'city'
         order by name limit 3) as first) as cities order by n`,
  )

type Wanted = { id: number; city: number }

/** All entries, each with the number of its city. */
const wantedEntries = (postgres: Postgres) =>
  onDatabase<Wanted>(
    postgres.url(database),
    `select events.id::int, cities.number::int - 1 as city from events join (select id, row_number() over (order by name)
       as number from places where kind = 'city') as cities on cities.id = events.place_id
     where request_id = 'fault' order by events.id`,
  )

/** Gives somebody other places; returns when that was. */
async function givePlaces({ address, headers }: Caller, id: string, places: string[]) {
  const answer = await fetch(`${address}/api/v1/admin/user/${id}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ places }),
  })
  if (!answer.ok) throw new Error(`The places were refused: ${await answer.text()}`)
  return Date.now()
}

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

/** Somebody who sees the first two cities; `shrink` leaves them the first one. */
async function limitedPerson(postgres: Postgres, admin: Caller) {
  const name = 'Limited Person'
  const headers = await signInAsNew(admin, name)
  const [user, ...cities] = await onDatabase<{ id: string }>(
    postgres.url(database),
    `select id from users where name = '${name}' union all
     (select id from places where kind = 'city' order by name limit 2)`,
  )
  const [id = '', places] = [user?.id, cities.map((city) => city.id)]
  await givePlaces(admin, id, places)
  return { address: admin.address, headers, shrink: () => givePlaces(admin, id, places.slice(0, 1)) }
}

/**
 * A receiver that is killed, hangs, answers 500, redirects and is slow, workers that are killed, and an owner whose
 * places shrink in the middle.
 */
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
    const person = await limitedPerson(postgres, admin)
    await addWebhook(person, limited.url)
    workers.push(startWorker(), startWorker())
    const began = performance.now()
    const shrunk = await disturb({
      ...{ postgres, receivers: [all, limited], workers, startWorker, random },
      ...person,
    })
    const wanted = await wantedEntries(postgres)
    const isComplete = () => missing(wanted, all).length + missing(firstCity(wanted), limited).length === 0
    const isDone = async () => {
      if (!isComplete()) await hurry(postgres)
      return isComplete()
    }
    await eventually(isDone, longestMs, 2000).catch(() => undefined)
    const seconds = Math.round((performance.now() - began) / 1000)
    say(
      `${all.confirmed.length} and ${limited.confirmed.length} messages for ${wanted.length} entries in ${seconds} s`,
    )
    for (const worker of workers) await stopProcess(worker, 'SIGTERM', 20_000)
    await stopProcess(api.process, 'SIGTERM', 10_000)
    return resultOf(wanted, { all, limited, shrunk })
  } finally {
    all.close()
    limited.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const firstCity = (wanted: Wanted[]) => wanted.filter(({ city }) => city === 0)
const idsOf = ({ confirmed }: Receiver) => new Set(confirmed.map(({ id }) => id))
const missing = (wanted: Wanted[], receiver: Receiver) => {
  const ids = idsOf(receiver)
  return wanted.filter(({ id }) => !ids.has(id))
}

type Disturbed = {
  postgres: Postgres
  receivers: readonly Receiver[]
  workers: ChildProcess[]
  startWorker: () => ChildProcess
  shrink: () => Promise<number>
  random: () => number
}
type Shrunk = { at: number; lastId: number }

/** Writes all entries while receivers and workers fail; returns when the places shrank, and the last entry before. */
async function disturb({ postgres, receivers, workers, startWorker, shrink, random }: Disturbed) {
  const step = Math.max(entriesAtOnce, Math.floor(entries / 40 / entriesAtOnce) * entriesAtOnce)
  const middle = Math.floor(entries / 2 / entriesAtOnce) * entriesAtOnce
  let shrunk: Shrunk = { at: Number.POSITIVE_INFINITY, lastId: Number.POSITIVE_INFINITY }
  for (let written = 0; written < entries; written += entriesAtOnce) {
    if (written === middle) {
      await untilWide(postgres, receivers)
      const at = await shrink()
      shrunk = { at, lastId: (await wantedEntries(postgres)).at(-1)?.id ?? 0 }
    }
    await writeEntries(postgres, written)
    if (written % step !== 0) continue
    for (const receiver of receivers)
      await receiver.feel(moods[Math.floor(random() * moods.length)] ?? 'fine')
    if (random() < 0.3) {
      workers.shift()?.kill('SIGKILL')
      workers.push(startWorker())
    }
    await hurry(postgres)
    await delay(1000)
  }
  for (const receiver of receivers) await receiver.feel('fine')
  return shrunk
}

/** Until the limited person's receiver got an entry of the second city, which it loses afterwards. */
async function untilWide(postgres: Postgres, receivers: readonly Receiver[]) {
  for (const receiver of receivers) await receiver.feel('fine')
  const second = new Set((await wantedEntries(postgres)).filter(({ city }) => city === 1).map(({ id }) => id))
  const isWide = async () => {
    await hurry(postgres)
    return receivers.at(-1)?.received.some(({ id }) => second.has(id)) ?? false
  }
  await eventually(isWide, 120_000, 1000).catch(() => undefined)
}

type Outcome = { all: Receiver; limited: Receiver; shrunk: Shrunk }

function resultOf(wanted: Wanted[], { all, limited, shrunk }: Outcome) {
  const cities = new Map(wanted.map(({ id, city }) => [id, city]))
  /** Entries of the second city may come as long as their owner sees it. */
  const mayCome = ({ id, at }: Message) =>
    cities.get(id) === 0 || (cities.get(id) === 1 && id <= shrunk.lastId && at <= shrunk.at + onItsWayMs)
  const leaked = limited.received.filter((message) => !mayCome(message)).length
  const late = outOfOrder(all) + outOfOrder(limited)
  const lost = missing(wanted, all).length + missing(firstCity(wanted), limited).length
  const acked = wanted.length + firstCity(wanted).length
  const wasWide = limited.received.some(({ id }) => cities.get(id) === 1)
  return {
    ...{ acked, stored: acked - lost, lost, duplicated: 0 },
    problems: [
      ...(leaked > 0 ? [`${leaked} entries out of scope were sent`] : []),
      ...(late > 0 ? [`${late} entries came after a later entry of their record`] : []),
      ...(wasWide ? [] : ['No entry of the second city came before the places shrank']),
    ],
  }
}
