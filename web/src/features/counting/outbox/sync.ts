import { counting } from '@ats/contract/inventories/counting.ts'
import { ApiError } from '#kernel/api-error.ts'
import { call } from '#kernel/call.ts'
import { currentSession, onSessionChange } from '#kernel/session.ts'
import { waitBeforeTry } from './backoff.ts'
import { thisDevice } from './device.ts'
import { plainRead } from './merge-reads.ts'
import {
  type CountedRoom,
  type KeptSighting,
  nextSighting,
  nextSweep,
  removeKept,
  replaceKept,
  type Sweep,
  sweepIsSent,
  unsentOf,
} from './outbox.ts'
import { onOutboxChange, tellChange } from './outbox-changes.ts'

/** `waiting`: the server cannot be had now; `signed-out`: whoever counts has to sign in first. */
export type SyncState = 'idle' | 'sending' | 'waiting' | 'signed-out'

const gatherMs = 700
const longestCall = 60_000

let state: SyncState = 'idle'
const listeners = new Set<() => void>()

export const syncState = () => state
export const onSyncState = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
function become(next: SyncState) {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

class SignedOut extends Error {}

/** Reads are sent as whoever made them, or not at all. */
function asTheirOwner({ userId }: { userId: string }) {
  if (currentSession()?.user._id !== userId) throw new SignedOut()
}

const options = () => ({ signal: AbortSignal.timeout(longestCall) })

async function sendSweep(sweep: Sweep) {
  const left = await unsentOf(sweep.userId, sweep.inventoryId)
  const now = Date.now()
  asTheirOwner(sweep)
  const body = {
    ...thisDevice(),
    sweepId: sweep.sweepId,
    placeId: sweep.placeId,
    sentAt: new Date(now).toISOString(),
    unsent: Math.max(0, left - sweep.reads.length),
    reads: sweep.reads.map((read) => plainRead(read, now)),
  }
  const { answers } = await call(counting.read, { params: { id: sweep.inventoryId }, body }, options())
  await sweepIsSent(sweep, answers)
  tellChange(answers)
}

async function sendSighting(sighting: KeptSighting) {
  const { sightingId, placeId, label, note, image } = sighting
  const at = new Date(Math.min(sighting.at, Date.now())).toISOString()
  asTheirOwner(sighting)
  const body = { ...thisDevice(), sightingId, placeId, at, label, note }
  await call(counting.see, { params: { id: sighting.inventoryId }, body, image }, options())
  await removeKept({ store: 'sightings', value: sighting })
}

/** Another try will not help: it is kept, and the person is told why. */
const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 425, 429].includes(error.status) &&
  error.code !== 'inventory-busy' &&
  error.code !== 'unexpected'

const refusalOf = ({ code, message }: ApiError) => ({ refused: { code, message } })

async function sendAll(userId: string) {
  for (let sweep = await nextSweep(userId); sweep !== undefined; sweep = await nextSweep(userId)) {
    const part = sweep
    await sendSweep(part).catch((error) => {
      if (!isRefused(error)) throw error
      return replaceKept({ store: 'sweeps', value: { ...part, ...refusalOf(error) } })
    })
  }
  for (let one = await nextSighting(userId); one !== undefined; one = await nextSighting(userId)) {
    const sighting = one
    await sendSighting(sighting).catch((error) => {
      if (!isRefused(error)) throw error
      return replaceKept({ store: 'sightings', value: { ...sighting, ...refusalOf(error) } })
    })
  }
}

/** One tab at a time. Browsers share nothing on addresses that are not safe: there the id of a sweep makes it count once. */
const alone = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('counting-outbox', work) : work()

let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let running = false
let again = false

const isSignedOut = (error: unknown) =>
  error instanceof SignedOut || (error instanceof ApiError && error.status === 401)

async function run() {
  if (running) {
    again = true
    return
  }
  const userId = currentSession()?.user._id
  if (userId === undefined) return become('signed-out')
  if (!navigator.onLine) return become('waiting')
  running = true
  again = false
  become('sending')
  try {
    await alone(() => sendAll(userId))
    failures = 0
    become('idle')
  } catch (error) {
    failures += 1
    become(isSignedOut(error) ? 'signed-out' : 'waiting')
  } finally {
    running = false
  }
  if (state === 'waiting') schedule(waitBeforeTry(failures))
  else if (again) schedule(gatherMs)
}

function schedule(ms: number) {
  clearTimeout(timer)
  timer = setTimeout(() => void run(), ms)
}

/** Tries at once, whatever happened before. */
function syncNow() {
  failures = 0
  schedule(0)
}

function sendSoon() {
  if (running) again = true
  else if (state === 'idle') schedule(gatherMs)
}

/** Sends what waits, as long as somebody counts here. */
export function keepSending(): () => void {
  const whenSeen = () => document.visibilityState === 'visible' && syncNow()
  const ends = [onOutboxChange(sendSoon), onSessionChange(syncNow)]
  globalThis.addEventListener('online', syncNow)
  globalThis.addEventListener('focus', syncNow)
  document.addEventListener('visibilitychange', whenSeen)
  syncNow()
  return () => {
    clearTimeout(timer)
    for (const end of ends) end()
    globalThis.removeEventListener('online', syncNow)
    globalThis.removeEventListener('focus', syncNow)
    document.removeEventListener('visibilitychange', whenSeen)
  }
}

/** Says where this device counts and how much it has still to send; whoever watches need not wait for the first read. */
export async function reportDevice({ userId, inventoryId, placeId }: CountedRoom) {
  const unsent = await unsentOf(userId, inventoryId)
  if (currentSession()?.user._id !== userId) return
  const body = { ...thisDevice(), placeId, unsent }
  await call(counting.report, { params: { id: inventoryId }, body }, options()).catch(() => undefined)
}
