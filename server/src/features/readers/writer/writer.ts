// Why it is built this way: docs/decisions/047-readers.md

import { setTimeout as delay } from 'node:timers/promises'
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import { millis } from '@nats-io/transport-node'
import type { Kysely } from 'kysely'
import { Counter, Gauge, type Registry } from 'prom-client'
import { isPassing } from '#kernel/db/connection.ts'
import { inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { type Entry, unpackEntries } from '#kernel/log/envelope.ts'
import { type Log, stream, writerConsumer } from '#kernel/log/log.ts'
import type { ReaderConfig } from '#server/reader-config.ts'
import { type Directory, openDirectory } from '../directory.ts'
import { type Decoded, decodeEntry, failedLetter } from './decode.ts'
import { newQueue, type Queue } from './queue.ts'
import { startReplays } from './replay.ts'
import { type Gap, newGapWatch, publishSkipped } from './skipped.ts'
import { writeDecoded } from './write.ts'

const lanes = 2
/**
 * Messages per request to NATS. A message has up to 400 kB, so this and the limit of waiting bytes bound the
 * memory.
 */
const mostAsked = 64
const mostWaitingBytes = 16_000_000
/** Limits of one transaction. */
const mostReads = 2500
const mostBatchBytes = 4_000_000
/** How often a message that fails on its own is tried, with a pause in between. */
const mostDeliveries = 5
const againMs = 2000
const retryMs = 500

type Parts = {
  db: Kysely<Tables>
  config: ReaderConfig
  log: Log
  registry: Registry
  failed: (error: unknown) => void
}
export type Writer = { isWorking(): boolean; stop(): Promise<void> }

type Taken = { message: JsMsg; entries: Entry[]; decoded: Decoded }

function together(parts: readonly Decoded[]): Decoded {
  const [first] = parts
  if (first !== undefined && parts.length === 1) return first
  return {
    reads: parts.flatMap(({ reads }) => reads),
    letters: parts.flatMap(({ letters }) => letters),
    notes: parts.flatMap(({ notes }) => notes),
  }
}

function metrics(registry: Registry, log: Log) {
  const reads = new Counter({
    ...{ name: 'ats_writer_reads_total', help: 'Reads that were new to the database', registers: [registry] },
  })
  const lag = new Gauge({
    ...{
      name: 'ats_writer_lag_seconds',
      help: 'Age of the latest message when it was written',
      registers: [registry],
    },
  })
  new Gauge({
    ...{ name: 'ats_writer_waiting_messages', help: 'Messages in the log that are not written yet' },
    registers: [registry],
    async collect() {
      const info = await log.manager.consumers.info(stream, writerConsumer).catch(() => undefined)
      if (info !== undefined) this.set(info.num_pending + info.num_ack_pending)
    },
  })
  const dropped = new Counter({
    ...{ name: 'ats_writer_dropped_messages_total', registers: [registry] },
    help: 'Messages that could not be written and for which there was no room',
  })
  const undelivered = new Counter({
    ...{ name: 'ats_writer_undelivered_messages_total', registers: [registry] },
    help: 'Messages that could not be written, kept or not',
  })
  const skipped = new Counter({
    ...{ name: 'ats_writer_skipped_messages_total', registers: [registry], labelNames: ['outcome'] },
    help: 'Messages that the log acknowledged and did not deliver: found on another node, or lost',
  })
  for (const outcome of ['found', 'lost']) skipped.inc({ outcome }, 0)
  return { reads, lag, dropped, undelivered, skipped }
}

type Context = Pick<Parts, 'db' | 'config' | 'failed'> & {
  directory: Directory
  queue: Queue
  counts: ReturnType<typeof metrics>
  signal: AbortSignal
}

async function takenFrom({ config, directory }: Context, message: JsMsg): Promise<Taken> {
  const entries = unpackEntries(message.data) ?? []
  await directory.learn(entries.map(({ reader }) => reader))
  const limits = { readDays: config.readDays, now: Date.now() }
  const parts = entries.map((entry) => decodeEntry(directory, entry, limits))
  return { message, entries, decoded: together(parts) }
}

async function writeAll({ db, config, counts }: Context, decoded: Decoded) {
  const { reads, dropped } = await inTransaction(db, (tx) =>
    writeDecoded(tx, decoded, config.deadLetterBytes),
  )
  counts.reads.inc(reads)
  counts.dropped.inc(dropped)
  counts.undelivered.inc(decoded.letters.length)
}

async function write(context: Context, batch: readonly Taken[]): Promise<void> {
  const { queue, counts } = context
  await writeAll(context, together(batch.map(({ decoded }) => decoded)))
  for (const { message, entries } of batch) {
    message.ack()
    queue.answered(message)
    const [first] = entries
    if (first !== undefined) counts.lag.set((Date.now() - Date.parse(first.receivedAt)) / 1000)
  }
}

/**
 * The gateway packs concurrent messages of several readers into one stream message, so an error of one must
 * not affect the others.
 */
async function writeEntry(context: Context, entry: Entry) {
  const { config, directory } = context
  const decoded = decodeEntry(directory, entry, { readDays: config.readDays, now: Date.now() })
  try {
    await writeAll(context, decoded)
  } catch (error) {
    if (isPassing(error)) throw error
    const letters = [failedLetter(entry, directory.get(entry.reader) !== undefined, error)]
    await writeAll(context, { reads: [], letters, notes: [] })
  }
}

/** A message that fails on its own must not block the others: after some attempts it becomes a dead letter. */
async function writeAlone(context: Context, one: Taken) {
  const { failed, queue } = context
  const { message, entries } = one
  try {
    await write(context, [one])
  } catch (error) {
    if (isPassing(error)) throw error
    failed(error)
    if (message.info.deliveryCount < mostDeliveries) message.nak(againMs)
    else {
      for (const entry of entries) await writeEntry(context, entry)
      message.term('dead letter')
    }
    queue.answered(message)
  }
}

/**
 * Writes the whole batch, or one by one if that fails. While the database is down, the batch waits here and
 * the rest in the stream.
 */
async function writePatiently(context: Context, batch: readonly Taken[]) {
  const { signal, failed } = context
  let isSplit = false
  for (let attempt = 0; !signal.aborted; attempt += 1)
    try {
      if (!isSplit) return await write(context, batch)
      for (const one of batch) await writeAlone(context, one)
      return
    } catch (error) {
      isSplit ||= !isPassing(error)
      if (attempt % 20 === 0) failed(error)
      await delay(retryMs, undefined, { signal }).catch(() => undefined)
    }
}

/** Takes messages from the stream, writes them in batches, and acknowledges them after the commit. */
export async function startWriter({ db, config, log, registry, failed }: Parts): Promise<Writer> {
  const directory = await openDirectory(db, config.databaseUrl, { failed })
  const stopper = new AbortController()
  const { signal } = stopper
  const queue = newQueue(mostWaitingBytes)
  const context = { db, config, failed, directory, queue, counts: metrics(registry, log), signal }

  async function lane() {
    while (!signal.aborted) {
      const batch: Taken[] = []
      let [reads, bytes] = [0, 0]
      for (let message = await queue.take(); message !== undefined; message = queue.next()) {
        const one = await takenFrom(context, message)
        batch.push(one)
        reads += one.decoded.reads.length
        bytes += message.data.length
        if (reads >= mostReads || bytes >= mostBatchBytes) break
      }
      if (batch.length > 0) await writePatiently(context, batch)
    }
  }

  async function skipped(gap: Gap) {
    const found = await publishSkipped(log, gap, config.log?.replicas ?? 1, failed)
    const lost = Math.max(0, gap.count - found)
    context.counts.skipped.inc({ outcome: 'found' }, found)
    context.counts.skipped.inc({ outcome: 'lost' }, lost)
    failed(new Error(`The log did not deliver ${gap.count} messages; found ${found}, lost ${lost}`))
  }

  const consuming = consume(log, context, skipped)
  const replays = startReplays({ db, config, directory, failed })
  const running = Promise.all([consuming.done, ...Array.from({ length: lanes }, lane)])
  return {
    isWorking: () => consuming.isOpen() && directory.isLoaded(),
    async stop() {
      stopper.abort()
      consuming.stop()
      queue.end()
      await running
      await replays.stop()
      await directory.stop()
    },
  }
}

/** Requests messages while there is room for them, and again whenever NATS stops responding. */
function consume(
  log: Log,
  { queue, signal, failed }: Pick<Context, 'queue' | 'signal' | 'failed'>,
  skipped: (gap: Gap) => Promise<void>,
) {
  let open: ConsumerMessages | undefined
  let isOpen = false
  async function takeAll() {
    const consumer = await log.js.consumers.get(stream, writerConsumer)
    const { config, delivered } = await consumer.info()
    const gapAt = newGapWatch(delivered)
    queue.keepAlive(millis(config.ack_wait ?? 0) / 3)
    for (await queue.room(); !signal.aborted; await queue.room()) {
      open = await consumer.fetch({ max_messages: mostAsked, expires: 10_000 })
      isOpen = true
      for await (const message of open) {
        if (signal.aborted) break
        queue.put(message)
        const gap = gapAt(message.info)
        if (gap !== undefined) await skipped(gap)
      }
    }
  }
  async function run() {
    while (!signal.aborted)
      try {
        await takeAll()
      } catch (error) {
        failed(error)
        isOpen = false
        await delay(retryMs, undefined, { signal }).catch(() => undefined)
      }
  }
  return { done: run(), isOpen: () => isOpen, stop: () => open?.stop() }
}
