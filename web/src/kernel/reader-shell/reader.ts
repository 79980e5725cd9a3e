// Why it is built this way: docs/decisions/076-a-contract-for-handhelds.md

import { useSyncExternalStore } from 'react'
import { readOf, readsByPass, type TagRead } from './passes.ts'
import { type ReaderShell, shellEventName, shellOf } from './shell.ts'
import { readShellEvents, type ShellEvent } from './shell-events.ts'

/** What people are told about the reader of their handheld. */
export type Reader = Pick<ReaderShell, 'name' | 'signal' | 'trigger' | 'power'> & {
  isHeld: boolean
  isReading: boolean
  /** Percent; null until the shell has said it. */
  battery: number | null
  /** Why it cannot read now. */
  trouble: { is: 'disconnected' | 'failed'; message: string } | null
  /** Events that the page could not understand. */
  ignored: number
}

/** Several reads of one tag are passed on in `all`, its first one of a pass also in `fresh`. */
export type TagReads = { all: TagRead[]; fresh: TagRead[] }
type TakeReads = (reads: TagReads) => void

let shell: ReaderShell | null = null
let reader: Reader | null = null
const pass = readsByPass()
const listeners = new Set<() => void>()
const takers: TakeReads[] = []

function become(next: Reader | null) {
  reader = next
  for (const listener of listeners) listener()
}

function changedBy(before: Reader, event: ShellEvent): Reader {
  if (event.type === 'trigger') return { ...before, isHeld: event.state === 'down' }
  if (event.type === 'battery') return { ...before, battery: Math.round(event.percent) }
  if (event.type !== 'status') return before
  const { status, message = '' } = event
  const isTrouble = status === 'disconnected' || status === 'failed'
  return {
    ...before,
    isReading: status === 'reading',
    isHeld: before.isHeld && !isTrouble,
    trouble: isTrouble ? { is: status, message } : null,
  }
}

const endsPass = (event: ShellEvent) =>
  event.type === 'trigger' || (event.type === 'status' && event.status !== 'reading')

/** In the order of the events: what is read after the trigger was released belongs to the next pass. */
function take(detail: unknown) {
  lookForShell()
  if (reader === null) return
  const { events, ignored } = readShellEvents(detail)
  const now = Date.now()
  const [all, fresh]: [TagRead[], TagRead[]] = [[], []]
  let next = ignored === 0 ? reader : { ...reader, ignored: reader.ignored + ignored }
  for (const event of events) {
    next = changedBy(next, event)
    if (endsPass(event)) pass.end()
    if (event.type !== 'tag') continue
    const read = readOf(event, now)
    all.push(read)
    if (pass.isNew(read, now)) fresh.push(read)
  }
  if (next !== reader) become(next)
  if (all.length > 0) takers.at(-1)?.({ all, fresh })
}

export function lookForShell() {
  if (shell !== null) return
  shell = shellOf(globalThis)
  if (shell === null) return
  const { name, signal, trigger, power } = shell
  become({
    ...{ name, signal, trigger, power, isHeld: false, isReading: false },
    ...{ battery: null, trouble: null, ignored: 0 },
  })
}

/** Follows the shell around the page, also one that comes later, until the returned function is called. */
export function followShell(): () => void {
  const listen = (event: Event) => take(event instanceof CustomEvent ? event.detail : undefined)
  globalThis.addEventListener(shellEventName, listen)
  lookForShell()
  return () => {
    globalThis.removeEventListener(shellEventName, listen)
    shell = null
    pass.end()
    become(null)
  }
}

/** A shell that fails must not take the page with it. */
function told(tell: (found: ReaderShell) => unknown) {
  const fail = (error: unknown) => {
    const message = error instanceof Error ? error.message : ''
    if (reader !== null) become({ ...reader, isReading: false, trouble: { is: 'failed', message } })
  }
  if (shell === null) return
  try {
    void Promise.resolve(tell(shell)).catch(fail)
  } catch (error) {
    fail(error)
  }
}

export const startReading = (power: number | undefined) => told((found) => found.inventory('start', power))
export const stopReading = () => told((found) => found.inventory('stop'))
export const startLocating = (epcs: string[], power: number | undefined) =>
  told((found) => found.locate(epcs, power))

/** The component that registered last gets the reads. */
export function takeReads(taker: TakeReads): () => void {
  takers.push(taker)
  pass.end()
  return () => void takers.splice(takers.indexOf(taker), 1)
}

const onReader = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The reader of this handheld; null in a browser without one. */
export const useReader = () => useSyncExternalStore(onReader, () => reader)
