import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { packEntries } from '#kernel/log/envelope.ts'
import { openLog, prepareStream, readsSubject, stream } from '#kernel/log/log.ts'
import { testApp } from '#test/app.ts'
import { entryOf, readerIn } from '#test/readers.ts'
import { freshTag, siteIn } from '#test/stock.ts'
import { eventually } from '../../../../../scripts/processes.ts'
import { startNats } from '../../../../../scripts/readers/nats.ts'
import { newGapWatch, publishSkipped } from './skipped.ts'
import { startWriter } from './writer.ts'

const t = await testApp()
const { room } = await siteIn(t, 'Indore')

const watchFrom = (stream_seq: number, consumer_seq: number) => newGapWatch({ stream_seq, consumer_seq })
const at = (streamSequence: number, deliverySequence: number, deliveryCount = 1) => ({
  ...{ streamSequence, deliverySequence, deliveryCount },
})

test('messages in a row, of one writer or of two, have no gap', () => {
  const gapAt = watchFrom(10, 10)
  for (const number of [11, 12, 15, 20]) expect(gapAt(at(number, number))).toBeUndefined()
})

test('a message that is delivered again is no gap, and hides none that follows', () => {
  const gapAt = watchFrom(10, 10)
  expect(gapAt(at(11, 11))).toBeUndefined()
  expect(gapAt(at(11, 12, 2))).toBeUndefined()
  expect(gapAt(at(5, 13, 2))).toBeUndefined()
  expect(gapAt(at(12, 14))).toBeUndefined()
  expect(gapAt(at(12, 15, 2))).toBeUndefined()
  expect(gapAt(at(16, 16))).toEqual({ from: 13, to: 16, count: 3 })
  expect(gapAt(at(17, 17))).toBeUndefined()
})

test('what a new leader delivers once more under the same numbers is no gap', () => {
  const gapAt = watchFrom(10, 10)
  for (const number of [11, 12, 13, 12, 13, 14]) expect(gapAt(at(number, number))).toBeUndefined()
})

test('a gap before the first message of a writer is seen', () => {
  expect(watchFrom(100, 90)(at(150, 91))).toEqual({ from: 101, to: 150, count: 49 })
})

test('a consumer that has delivered nothing may start anywhere', () => {
  const gapAt = watchFrom(0, 0)
  expect(gapAt(at(5_000_000, 1))).toBeUndefined()
  expect(gapAt(at(5_000_003, 2))).toEqual({ from: 5_000_001, to: 5_000_003, count: 2 })
})

async function logWithThree() {
  const nats = await startNats()
  const config = { servers: [nats.url], monitors: [nats.monitor], replicas: 1, storeBytes: 50_000_000 }
  const log = await openLog(config, 'test')
  onTestFinished(async () => {
    await log.close()
    await nats.stop()
  })
  await prepareStream(log, config)
  const { id } = await readerIn(t, room)
  for (let n = 0; n < 3; n += 1) await log.js.publish(readsSubject, packEntries([entryOf(id, freshTag())]))
  return log
}

test('a message that the log does not deliver is counted, and the others are written', async () => {
  const log = await logWithThree()
  await log.manager.streams.deleteMessage(stream, 2)
  const registry = new Registry()
  const writer = await startWriter({ db: t.db, config: t.config, log, registry, failed: () => undefined })
  onTestFinished(() => writer.stop())
  const isCounted = async () =>
    (await registry.metrics()).includes('ats_writer_skipped_messages_total{outcome="lost"} 1')
  expect(await eventually(isCounted, 20_000, 100)).toBe(true)
  const isEmpty = async () => (await log.manager.streams.info(stream)).state.messages === 0
  expect(await eventually(isEmpty, 20_000, 100)).toBe(true)
}, 60_000)

test('what a node still has is put into the log once more, once', async () => {
  const log = await logWithThree()
  await log.manager.streams.deleteMessage(stream, 2)
  const publish = () => publishSkipped(log, { from: 1, to: 4, count: 3 }, 1, () => undefined)
  expect(await publish()).toBe(2)
  expect(await publish()).toBe(2)
  expect((await log.manager.streams.info(stream)).state.messages).toBe(4)
}, 60_000)
