import { randomUUID } from 'node:crypto'
import { followLedger, type LedgerFollower } from '#kernel/ledger/follow-ledger.ts'
import type { Services } from '#kernel/services.ts'
import { claim, LeaseLost } from './lease.ts'
import { printJobsOf } from './printing.ts'

/** Printers that one worker serves at the same time. */
const mostAtOnce = 8

export type Printing = Pick<LedgerFollower<void>, 'isWorking' | 'stop' | 'readNow'>

/** Prints together with the other workers: each printer is leased to one of them. */
export function startPrinting(services: Services, failed: (error: unknown) => void): Printing {
  const worker = randomUUID()
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const { signal } = stopping

  async function round() {
    while (!signal.aborted && running.size < mostAtOnce) {
      const printerId = await claim(services.db, worker)
      if (printerId === undefined) return
      const run = printJobsOf({ services, printerId, worker, signal })
        .catch((error: unknown) => {
          if (!(error instanceof LeaseLost) && !signal.aborted) failed(error)
        })
        .then(() => {
          running.delete(run)
        })
      running.add(run)
    }
  }

  const { databaseUrl } = services.config
  const following = followLedger({
    ...{ databaseUrl, read: round, failed },
    alsoOn: { printing: () => void following.readNow() },
  })
  void following.readNow()
  return {
    readNow: following.readNow,
    isWorking: following.isWorking,
    async stop() {
      stopping.abort()
      await following.stop()
      await Promise.all(running)
    },
  }
}
