import { ApiError } from '#kernel/http/api-error.ts'
import { currentSession, onSessionChange } from '#kernel/session/session.ts'
import { releaseBeforeLeaving } from './announcements.ts'
import { SignedOut } from './as-owner.ts'
import { waitBeforeTry } from './backoff.ts'
import { onOutboxChange } from './outbox-changes.ts'
import { sendAll } from './send-all.ts'

/**
 * `waiting`: the server is unreachable or accepts a part only later; `signed-out`: the person who counts has
 * to sign in; `revoked`: this handheld may not send.
 */
export type SyncState = 'idle' | 'sending' | 'waiting' | 'signed-out' | 'revoked'

const gatherMs = 700
/** How often this device checks whether to report that it is still counting. */
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

/**
 * Only one tab sends at a time. The Web Locks API needs a secure context; without it, the sweep id prevents
 * double counting.
 */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('counting-outbox', work) : work()

let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let running = false
let again = false
/** The server is reachable but accepts some parts only later. */
let isPartial = false

const isSignedOut = (error: unknown) =>
  error instanceof SignedOut || (error instanceof ApiError && error.status === 401)

function stateAfter(error: unknown): SyncState {
  if (isSignedOut(error)) return 'signed-out'
  return error instanceof ApiError && error.code === 'handheld-revoked' ? 'revoked' : 'waiting'
}

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
    become(stateAfter(error))
  } finally {
    running = false
  }
  if (state === 'waiting' || state === 'revoked') schedule(waitBeforeTry(failures))
  else if (again) schedule(gatherMs)
}

function schedule(ms: number) {
  clearTimeout(timer)
  timer = setTimeout(() => void run(), ms)
}

/** Retries immediately, regardless of previous failures. */
export function syncNow() {
  failures = 0
  schedule(0)
}

function sendSoon() {
  if (running) again = true
  else if (state === 'idle' || isPartial) schedule(gatherMs)
}

/** Sends unsent reads while the counting app is open. */
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
