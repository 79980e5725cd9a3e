import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Caller } from '../scripts/product-calls.ts'
import type { Attack } from './neighbours.ts'

/**
 * One signed-in person repeats the same attack, in a separate thread so that the timers of the others are not
 * disturbed.
 */
const { address, headers, attack, seconds } = workerData as Caller & { attack: Attack; seconds: number }
const until = Date.now() + seconds * 1000
const isOver = () => Date.now() >= until

type Wish = { method?: string; more?: Record<string, string>; body?: object }

const call = (path: string, { method = 'GET', more = {}, body }: Wish = {}) =>
  fetch(`${address}${path}`, {
    method,
    headers: { ...headers, ...more, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  })

const json = async <T>(path: string, wish?: Wish) => (await (await call(path, wish)).json()) as T

async function again(callers: number, ask: (turn: number) => Promise<Response>, least = 0) {
  let turns = 0
  const one = async () => {
    while (!isOver() || turns < least) {
      turns += 1
      await ask(turns).then(
        (answer) => answer.arrayBuffer(),
        () => undefined,
      )
    }
  }
  await Promise.all(Array.from({ length: callers }, one))
  return turns
}

/** A position that starts at the beginning of the ledger and ends now: all entries are examined, and none is new. */
async function oldResumes() {
  const path = '/api/v1/live?seconds=0'
  const end = /^id: \d+:(\d+):/m.exec(await (await call(path)).text())?.[1]
  return again(8, () => call(path, { more: { 'last-event-id': `3:${end}:` } }))
}

async function aouFilter() {
  const { records } = await json<{ records: { id: string }[] }>('/api/v1/masters/aou?size=25')
  return again(8, (turn) => call(`/api/assets?size=25&placeId=${records[turn % records.length]?.id}`))
}

/** As many downloads as one person may have, none of which is read. */
async function slowReaders() {
  const { hostname, port, host } = new URL(address)
  const sockets: ReturnType<typeof connect>[] = []
  for (let n = 0; n < 4; n += 1) {
    const wish = { list: 'audit', format: 'csv' }
    const { export: made } = await json<{ export: { id: string } }>('/api/v1/exports', {
      method: 'POST',
      body: wish,
    })
    const ticket = await json<{ address?: string }>(`/api/v1/exports/${made.id}/ticket`, { method: 'POST' })
    if (ticket.address === undefined) continue
    const socket = connect(Number(port), hostname).on('error', () => undefined)
    socket.pause()
    socket.write(`GET ${ticket.address} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${headers.cookie}\r\n\r\n`)
    sockets.push(socket)
  }
  parentPort?.postMessage('begun')
  await delay(Math.max(0, until - Date.now()))
  for (const socket of sockets) socket.destroy()
  return sockets.length
}

/** Attempts at two hundred accounts, which use up the limit of the address. */
const badSignIns = () =>
  again(
    8,
    (turn) =>
      call('/api/v1/login', {
        method: 'POST',
        more: { 'x-forwarded-for': '192.0.2.1' },
        body: { email: `victim${turn}@example.com`, password: 'not the password' },
      }),
    220,
  )

/** Each request changes another number of assets. */
async function variedBulk() {
  const { assets } = await json<{ assets: { _id: string }[] }>('/api/assets?size=200')
  return again(2, (turn) =>
    call('/api/v1/assets/bulk', {
      method: 'POST',
      body: {
        action: 'assign',
        assignedUser: `Person ${turn}`,
        ids: assets.slice(0, 1 + (turn % assets.length)).map(({ _id }) => _id),
      },
    }),
  )
}

const attacks: Record<Attack, () => Promise<number>> = {
  'old-resumes': oldResumes,
  'aou-filter': aouFilter,
  'slow-readers': slowReaders,
  'bad-sign-ins': badSignIns,
  'varied-bulk': variedBulk,
}
parentPort?.postMessage(await attacks[attack]())
