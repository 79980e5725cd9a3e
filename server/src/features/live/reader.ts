import type { Db } from '#kernel/db/db.ts'
import { followLedger, type LedgerFollower } from '#kernel/ledger/follow-ledger.ts'
import type { Position } from '#kernel/ledger/position.ts'
import type { Broadcaster } from './broadcaster.ts'
import { linesSince, positionNow } from './queries.ts'

const beatMs = 20_000

type Settings = { databaseUrl: string; failed: (error: unknown) => void }

/** The position up to which the ledger was read for all subscribers, while there are any. */
function openLedger(db: Db, subscribers: Broadcaster) {
  let position: Position | undefined
  let starting: Promise<Position> | undefined
  return {
    /** Everything after this position is read; a subscriber that catches up later is at this position or beyond. */
    start() {
      starting ??= positionNow(db).then((now) => {
        position = now
        return now
      })
      // The next subscriber retries.
      starting.catch(() => {
        starting = undefined
      })
      return starting
    },
    /**
     * The position advances after all subscribers were notified: if something fails before, the entries are
     * read again. Returns the snapshot that was reached.
     */
    async readOn() {
      if (subscribers.isEmpty()) starting = undefined
      if (position === undefined || starting === undefined) return undefined
      const from = position
      const batch = await linesSince(db, from)
      await subscribers.sendToAll(batch)
      if (position === from) position = { ...from, snapshot: batch.snapshot }
      return batch.snapshot
    },
  }
}

/** Reads for all subscribers while there are any, and sends keep-alives. */
export function openReader(db: Db, subscribers: Broadcaster, { databaseUrl, failed }: Settings) {
  const ledger = openLedger(db, subscribers)
  let following: LedgerFollower<string | undefined> | undefined
  const beating = setInterval(() => void beat().catch(failed), beatMs)

  const follow = () =>
    followLedger({
      databaseUrl,
      read: ledger.readOn,
      failed,
      isWanted: () => !subscribers.isEmpty(),
      alsoOn: {
        notifications: (people) =>
          subscribers.sendToPeople(new Set(people.split(',')), { type: 'notifications' }),
      },
    })

  /**
   * Subscribers that had caught up before this read are at its end, so the position of a beat never moves
   * anybody back.
   */
  async function beat() {
    const some = subscribers.caughtUp()
    await subscribers.beat(some, await following?.readNow())
  }

  return {
    start() {
      following ??= follow()
      return ledger.start()
    },
    async close() {
      clearInterval(beating)
      await following?.stop()
    },
  }
}
