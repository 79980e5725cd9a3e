import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { LiveMessage } from '@ats/contract/live.ts'
import type { Actor, Scope } from '#kernel/actor.ts'
import { mayKnow } from '#kernel/ledger/audience.ts'
import type { SealedPositions } from './position.ts'
import type { Batch, LedgerLine } from './queries.ts'
import { type ParsedSnapshot, parseSnapshot } from './snapshot.ts'

/** A subscriber: a browser with all its tabs, or a program. */
export type Subscriber = {
  actor: Actor
  out: Readable
  /** What the subscriber has received already; until that is known, new batches wait. */
  told: ParsedSnapshot | undefined
  waiting: Batch[]
  isOver: boolean
}

/** The person with their present rights; undefined if their session has ended. */
export type ActorNow = (actor: Actor) => Promise<Actor | undefined>

const mostUnread = 1_000_000
const longestRenewalMs = 2_000

export const newSubscriber = (actor: Actor): Subscriber => ({
  actor,
  out: new Readable({ read: () => undefined }),
  told: undefined,
  waiting: [],
  isOver: false,
})

/** The person with their present rights; a lookup that does not end counts as failed. */
export async function renewed(actor: Actor, actorNow: ActorNow): Promise<Actor | undefined> {
  const isKnown = new AbortController()
  const tooLate = delay(longestRenewalMs, undefined, { signal: isKnown.signal }).then(() => {
    throw new Error('It takes too long to learn what a subscriber may see')
  })
  try {
    return await Promise.race([actorNow(actor), tooLate])
  } finally {
    tooLate.catch(() => undefined)
    isKnown.abort()
  }
}

/** True for an entry after which some people may start or stop counting a place blind. */
export const mayHide = ({ kind, action }: LedgerLine) =>
  kind === 'inventory' && action !== 'inventory.counted'

const idsOf = (scope: Scope | null) => Object.values(scope ?? {}).flat()

/**
 * Hidden places change the length of lists, and no entry about an asset says so: the client fetches
 * everything again.
 */
export function takeOver(subscriber: Subscriber, actor: Actor) {
  const difference = new Set(idsOf(subscriber.actor.withheld)).symmetricDifference(
    new Set(idsOf(actor.withheld)),
  )
  subscriber.actor = actor
  if (difference.size > 0) write(subscriber, { type: 'reset' })
}

export type Start = { position?: string | undefined; isAnew: boolean }

/** Sends what a subscriber missed, then what was read in the meantime. */
export function catchUp(subscriber: Subscriber, missed: Batch, start: Start, positions: SealedPositions) {
  // It is not known whether something was hidden before the subscriber was disconnected.
  if (start.isAnew || missed.lines?.some(mayHide)) write(subscriber, { type: 'reset' })
  write(subscriber, { type: 'beat' }, start.position ?? positions.seal(missed.snapshot))
  deliver(subscriber, missed.lines, () => positions.seal(missed.snapshot))
  subscriber.told = parseSnapshot(missed.snapshot)
  for (const batch of subscriber.waiting.splice(0)) tell(subscriber, batch, positions)
}

/** Leaves out entries that the subscriber received when it caught up. */
export function tell(subscriber: Subscriber, batch: Batch, positions: SealedPositions) {
  if (subscriber.told === undefined) return void subscriber.waiting.push(batch)
  const { sees } = subscriber.told
  const lines = batch.lines?.filter(({ xact }) => !sees(xact)) ?? null
  deliver(subscriber, lines, () => positions.seal(batch.snapshot))
}

/** One batch is one message, so a client that resumes has received all of it or nothing. */
function deliver(subscriber: Subscriber, lines: LedgerLine[] | null, position: () => string) {
  const { actor } = subscriber
  if (lines === null) return write(subscriber, { type: 'reset' }, position())
  const known = lines.filter((line) => mayKnow(actor, line))
  if (known.length === 0) return
  const events = known.map(({ actorId, request, xact: _, path: __, person: ___, ...line }) => {
    const mine = actorId === actor.id
    return { ...line, mine, ...(mine && { request }) }
  })
  write(subscriber, { type: 'events', events }, position())
}

/** A slow subscriber is disconnected: it reconnects and receives what it missed. */
export function write({ out, isOver }: Subscriber, message: LiveMessage, position?: string) {
  if (isOver || out.destroyed) return
  if (out.readableLength > mostUnread) return void out.destroy()
  const id = position === undefined ? '' : `id: ${position}\n`
  out.push(`${id}data: ${JSON.stringify(message)}\n\n`)
}
