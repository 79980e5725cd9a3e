import { randomUUID } from 'node:crypto'
import type { Id } from '#kernel/db/db.ts'
import { followLedger, type LedgerFollower } from '#kernel/ledger/follow-ledger.ts'
import type { Services } from '#kernel/services.ts'
import { claim } from './lease.ts'
import { sendEntries } from './sending.ts'

/** Webhooks that one worker sends for at the same time, so that slow receivers do not delay the others. */
const mostAtOnce = 16

export type WebhookSender = Pick<LedgerFollower<void>, 'isWorking' | 'stop' | 'readNow'>

/** Sends for all webhooks together with the other workers: each webhook is leased to one of them. */
export function startSender(services: Services, failed: (error: unknown) => void): WebhookSender {
  const worker = randomUUID()
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()

  async function round() {
    while (!stopping.signal.aborted && running.size < mostAtOnce) {
      const id = await claim(services.db, worker)
      if (id === undefined) return
      start(id)
    }
  }

  function start(id: Id) {
    const isCrowded = running.size + 1 >= mostAtOnce
    const run = sendEntries(services, id, worker, stopping.signal)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) failed(error)
        return false
      })
      .then((isMore) => {
        running.delete(run)
        if (!stopping.signal.aborted && (isMore || isCrowded)) void following.readNow()
      })
    running.add(run)
  }

  const { databaseUrl } = services.config
  const following = followLedger({
    ...{ databaseUrl, read: round, failed },
    alsoOn: { webhooks: () => void following.readNow() },
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
