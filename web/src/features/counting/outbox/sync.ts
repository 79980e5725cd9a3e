import { ApiError } from '#kernel/http/api-error.ts'
import { currentSession, onSessionChange } from '#kernel/session/session.ts'
import { releaseBeforeLeaving } from './announcements.ts'
import { waitBeforeTry } from './backoff.ts'
import { onOutboxChange } from './outbox-changes.ts'
import { SignedOut, sendAll } from './send-all.ts'

/** `waiting`: the server cannot be had now; `signed-out`: whoever counts has to sign in first. */
export type SyncState = 'idle' | 'sending' | 'waiting' | 'signed-out'

const gatherMs = 700
/** The server is notified so often that this device still counts. */
const reportMs = 60_000

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

/** One tab at a time. Browsers share nothing on addresses that are not safe: there the id of a sweep makes it count once. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('counting-outbox', work) : work()

let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let running = false
let again = false
/** The server can be reached, and takes a part of what waits only later. */
let isPartial = false

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
    const isLeft = await alone(() => sendAll(userId))
    failures = isLeft ? failures + 1 : 0
    isPartial = isLeft
    become(isLeft ? 'waiting' : 'idle')
  } catch (error) {
    failures += 1
    isPartial = false
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

/** Tries immediately, whatever happened before. */
export function syncNow() {
  failures = 0
  schedule(0)
}

function sendSoon() {
  if (running) again = true
  else if (state === 'idle' || isPartial) schedule(gatherMs)
}

/** Sends what waits, as long as somebody counts here. */
export function keepSending(): () => void {
  const whenSeen = () => document.visibilityState === 'visible' && syncNow()
  const ends = [onOutboxChange(sendSoon), onSessionChange(syncNow)]
  globalThis.addEventListener('online', syncNow)
  globalThis.addEventListener('focus', syncNow)
  document.addEventListener('visibilitychange', whenSeen)
  globalThis.addEventListener('pagehide', releaseBeforeLeaving)
  const reports = setInterval(sendSoon, reportMs)
  syncNow()
  return () => {
    clearTimeout(timer)
    clearInterval(reports)
    globalThis.removeEventListener('pagehide', releaseBeforeLeaving)
    for (const end of ends) end()
    globalThis.removeEventListener('online', syncNow)
    globalThis.removeEventListener('focus', syncNow)
    document.removeEventListener('visibilitychange', whenSeen)
  }
}
