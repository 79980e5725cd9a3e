import { randomUUID } from 'node:crypto'
import type { JetStreamClient } from '@nats-io/jetstream'
import { type Entry, packEntries } from '#kernel/log/envelope.ts'
import { readsSubject, stream } from '#kernel/log/log.ts'

const mostInFlight = 4
const mostBytes = 400_000
const mostQueuedBytes = 32_000_000
const patienceMs = 5000

type Waiting = { entry: Entry; stored: () => void; refused: (error: unknown) => void }

export type Publisher = {
  /** Resolves once NATS has the entry on its disk. */
  publish(entry: Entry): Promise<void>
  /** Entries that wait for NATS. */
  waiting(): number
}

/**
 * While NATS stores a few messages, all entries that arrive become the next message: the higher the load, the
 * larger the batch.
 */
export function newPublisher(js: Pick<JetStreamClient, 'publish'>): Publisher {
  let queue: Waiting[] = []
  let queuedBytes = 0
  let inFlight = 0

  function takeBatch(): Waiting[] {
    let bytes = 0
    const end = queue.findIndex(({ entry }) => {
      bytes += entry.payload.length
      return bytes > mostBytes
    })
    const batch = end === -1 ? queue : queue.slice(0, Math.max(1, end))
    queue = end === -1 ? [] : queue.slice(batch.length)
    queuedBytes -= batch.reduce((sum, { entry }) => sum + entry.payload.length, 0)
    return batch
  }

  async function send(batch: Waiting[]) {
    const entries = batch.map(({ entry }) => entry)
    try {
      const expect = { streamName: stream }
      // Unique per attempt, because the client may retry it. Whether readers sent the same before is decided
      // by the times of reads.
      await js.publish(readsSubject, packEntries(entries), {
        msgID: randomUUID(),
        timeout: patienceMs,
        expect,
      })
      for (const { stored } of batch) stored()
    } catch (error) {
      for (const { refused } of batch) refused(error)
    }
  }

  function pump() {
    while (inFlight < mostInFlight && queue.length > 0) {
      inFlight += 1
      void send(takeBatch()).finally(() => {
        inFlight -= 1
        pump()
      })
    }
  }

  return {
    publish: (entry) =>
      new Promise((stored, refused) => {
        if (queuedBytes > mostQueuedBytes) return refused(new Error('the log is too slow'))
        queue.push({ entry, stored, refused })
        queuedBytes += entry.payload.length
        pump()
      }),
    waiting: () => queue.length,
  }
}
