import type { Db } from '#kernel/db/db.ts'
import { followLedger, type LedgerFollower } from '#kernel/ledger/follow-ledger.ts'
import type { Position } from '#kernel/ledger/position.ts'
import type { Broadcaster } from './broadcaster.ts'
import { linesSince, positionNow } from './queries.ts'

const beatMs = 20_000

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
      await subscribers.sendToAll(batch)
      if (position === from) position = { ...from, snapshot: batch.snapshot }
      return batch.snapshot
    },
  }
}

/** Reads for all subscribers while there are any, and gives them a sign of life. */
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

  /** Whoever had caught up before this was read stands where it ends: a beat sends nobody back. */
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
