import type { Db } from '#kernel/db/db.ts'
import { type Listener, listen } from '#kernel/db/listen.ts'
import type { Position } from '#kernel/ledger/position.ts'
import type { Broadcaster } from './broadcaster.ts'
import { linesSince, positionNow } from './queries.ts'

const beatMs = 20_000
const lookMs = 5_000
/** Changes that come one after the other are told together. */
const gatherMs = 50

type Settings = { databaseUrl: string; failed: (error: unknown) => void }

/** How far the ledger was read for all subscribers at once, and only while there are any. */
function openLedger(db: Db, subscribers: Broadcaster) {
  let position: Position | undefined
  let starting: Promise<Position> | undefined
  return {
    /** From here on everything is read; whoever catches up afterwards stands here or later. */
    start() {
      starting ??= positionNow(db).then((now) => {
        position = now
        return now
      })
      // Whoever comes next tries again.
      starting.catch(() => {
        starting = undefined
      })
      return starting
    },
    /** The position moves once everyone was told: what fails before that is read again. Answers with how far it got. */
    async readOn() {
      if (subscribers.isEmpty()) starting = undefined
      if (position === undefined || starting === undefined) return undefined
      const from = position
      const batch = await linesSince(db, from)
      await subscribers.tellAll(batch)
      if (position === from) position = { ...from, snapshot: batch.snapshot }
      return batch.snapshot
    },
  }
}

/** Reads whenever something is announced, and now and then in any case. */
export function openReader(db: Db, subscribers: Broadcaster, { databaseUrl, failed }: Settings) {
  const ledger = openLedger(db, subscribers)
  let reading: Promise<string | undefined> = Promise.resolve(undefined)
  let gathering: NodeJS.Timeout | undefined
  let listener: Listener | undefined
  const looking = setInterval(look, lookMs)
  const beating = setInterval(() => void beat().catch(failed), beatMs)

  const heard = (channel: string, people: string) =>
    channel === 'events'
      ? look()
      : subscribers.tellPeople(new Set(people.split(',')), { type: 'notifications' })

  function look() {
    if (!subscribers.isEmpty()) gathering ??= setTimeout(() => void read(), gatherMs)
  }

  function read() {
    clearTimeout(gathering)
    gathering = undefined
    reading = reading.then(ledger.readOn).catch((error: unknown) => {
      failed(error)
      return undefined
    })
    return reading
  }

  /** Whoever had caught up before this was read stands where it ends: a beat sends nobody back. */
  async function beat() {
    const some = subscribers.caughtUp()
    await subscribers.beat(some, await read())
  }

  return {
    start() {
      listener ??= listen(databaseUrl, ['events', 'notifications'], heard)
      return ledger.start()
    },
    async close() {
      clearInterval(looking)
      clearInterval(beating)
      clearTimeout(gathering)
      await listener?.stop()
      await reading
    },
  }
}
