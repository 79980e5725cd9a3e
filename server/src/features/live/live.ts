import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { rateLimit } from '#kernel/http/rate-limit.ts'
import { openBroadcaster } from './broadcaster.ts'
import { sealedPositions } from './position.ts'
import { linesMissed, snapshotNow } from './queries.ts'
import { openReader } from './reader.ts'
import { isPast, parseSnapshot } from './snapshot.ts'
import type { ActorNow } from './subscriber.ts'

type Settings = {
  databaseUrl: string
  secret: string
  actorNow: ActorNow
  failed: (error: unknown) => void
}

/** A browser opens one stream an hour; many only if it is disconnected repeatedly. */
const openings = { burst: 60, perSecond: 1, refusal: 'streams-too-often' } as const

export type Hub = {
  open(actor: Actor, since: string | undefined, seconds: number): Promise<Readable>
  close(): Promise<void>
}

/** The subscribers of this process, and the ledger entries they receive. */
export function openHub(db: Kysely<Tables>, { secret, ...settings }: Settings): Hub {
  const positions = sealedPositions(secret)
  const subscribers = openBroadcaster({ ...settings, positions })
  const reader = openReader(db, subscribers, settings)
  const countOpening = rateLimit(openings)

  /** The entries missed since a position, if the position is valid. */
  async function missedSince(position: string, restoredTo: number) {
    const snapshot = positions.read(position)
    if (snapshot === undefined || parseSnapshot(snapshot) === undefined) return undefined
    const missed = await linesMissed(db, { snapshot, restoredTo })
    return isPast(snapshot, missed.snapshot) ? missed : undefined
  }

  return {
    async open(actor, since, seconds) {
      countOpening(actor.id)
      const subscriber = subscribers.enter(actor)
      try {
        const { restoredTo } = await reader.start()
        const missed = since === undefined ? undefined : await missedSince(since, restoredTo)
        const isAnew = since !== undefined && missed === undefined
        subscribers.catchUp(subscriber, missed ?? { snapshot: await snapshotNow(db), lines: [] }, {
          position: isAnew ? undefined : since,
          isAnew,
        })
      } catch (error) {
        subscribers.end(subscriber)
        throw error
      }
      const ending = setTimeout(() => subscribers.end(subscriber), seconds * 1000)
      subscriber.out.on('close', () => clearTimeout(ending))
      return subscriber.out
    },
    async close() {
      subscribers.endAll()
      await reader.close()
    },
  }
}
