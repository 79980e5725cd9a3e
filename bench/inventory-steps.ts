import { setTimeout as delay } from 'node:timers/promises'
import type { Caller } from '../scripts/product-calls.ts'

/** The longest response time, and its request. */
export type Longest = { ms: number; call: string }

const mostTries = 50

/** Sends requests and remembers the slowest response; retries while the server is busy, as the app does. */
export class Clock {
  readonly longest: Longest = { ms: 0, call: '' }
  busy = 0

  async call<T>(caller: Caller, method: string, path: string, body?: object): Promise<T> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const { status, text } = await this.ask(caller, method, path, body)
      if (status < 400) return JSON.parse(text) as T
      if (status !== 503) throw new Error(`${method} ${path} answered ${status}: ${text}`)
      this.busy += 1
      await delay(200)
    }
    throw new Error(`${method} ${path} was busy ${mostTries} times`)
  }

  private async ask({ address, headers }: Caller, method: string, path: string, body?: object) {
    const started = performance.now()
    const answer = await fetch(`${address}/api/v1/${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const ms = performance.now() - started
    if (ms > this.longest.ms)
      Object.assign(this.longest, { ms, call: `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, ':id')}` })
    return { status: answer.status, text }
  }
}

type Inventory = { _id: string; inventoryId: string; status: string; total: number | null }
type Place = { id: string }

/** Ten million rows take an hour. */
const patienceMs = 60 * 60_000

/** Waits until an inventory has this status; returns the seconds that it took. */
export async function untilStatus(clock: Clock, caller: Caller, id: string, status: string) {
  const started = performance.now()
  for (const end = Date.now() + patienceMs; Date.now() < end; await delay(200)) {
    const now = await clock.call<Inventory>(caller, 'GET', `inventories/${id}`)
    if (now.status === status) return { seconds: (performance.now() - started) / 1000, total: now.total ?? 0 }
    if (now.status === 'cancelled') throw new Error('The inventory was cancelled')
  }
  throw new Error(`The inventory did not get to ${status}`)
}

export async function untilJobEnds(clock: Clock, caller: Caller, id: string) {
  const started = performance.now()
  for (const end = Date.now() + patienceMs; Date.now() < end; await delay(200)) {
    const { status, done, failed } = await clock.call<{ status: string; done: number; failed: number }>(
      caller,
      'GET',
      `bulk-jobs/${id}`,
    )
    if (status === 'done') return { seconds: (performance.now() - started) / 1000, done, failed }
    if (status === 'failed' || status === 'cancelled') throw new Error(`The job ${status}`)
  }
  throw new Error('The job did not end')
}

/** Inventories that the demo data leave open would overlap. */
async function cancelOpen(clock: Clock, caller: Caller) {
  for (const status of ['counting', 'review']) {
    const path = `inventories?size=100&status=${status}`
    const { inventories } = await clock.call<{ inventories: Inventory[] }>(caller, 'GET', path)
    for (const { _id } of inventories)
      await clock.call(caller, 'POST', `inventories/${_id}/cancel`, { reason: 'Another one is measured' })
  }
}

/** Plans an inventory of all of Indore, or of the first MM there, and starts it. */
export async function startWholeInventory(caller: Caller, kind: 'city' | 'mm', clock = new Clock()) {
  await cancelOpen(clock, caller)
  const { records } = await clock.call<{ records: Place[] }>(
    caller,
    'GET',
    `masters/${kind}?size=1&search=${kind === 'city' ? 'Indore' : 'MM'}`,
  )
  const placeId = records[0]?.id
  const { inventory } = await clock.call<{ inventory: Inventory }>(caller, 'POST', 'inventories', { placeId })
  await clock.call(caller, 'POST', `inventories/${inventory._id}/start`)
  const { seconds, total } = await untilStatus(clock, caller, inventory._id, 'counting')
  return { id: inventory._id, seconds, total }
}
