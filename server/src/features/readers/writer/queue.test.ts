import { nanos } from '@nats-io/transport-node'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { packEntries } from '#kernel/log/envelope.ts'
import { openLog, prepareStream, readsSubject, stream, writerConsumer } from '#kernel/log/log.ts'
import { testApp } from '#test/app.ts'
import { entryOf, readerIn } from '#test/readers.ts'
import { freshTag, siteIn } from '#test/stock.ts'
import { eventually } from '../../../../../scripts/processes.ts'
import { startNats } from '../../../../../scripts/readers/nats.ts'
import { startWriter } from './writer.ts'

const t = await testApp()
const { room } = await siteIn(t, 'Indore')

/** NATS with an acknowledgement timeout of one second, and a writer on it. */
async function impatientLog() {
  const nats = await startNats()
  const config = { servers: [nats.url], monitors: [nats.monitor], replicas: 1, storeBytes: 50_000_000 }
  const log = await openLog(config, 'test')
  await prepareStream(log, config)
  await log.manager.consumers.update(stream, writerConsumer, { ack_wait: nanos(1000) })
  const parts = { db: t.db, config: t.config, log, failed: () => undefined }
  const writer = await startWriter({ ...parts, registry: new Registry() })
  onTestFinished(async () => {
    await writer.stop()
    await log.close()
    await nats.stop()
  })
  return log
}

test('what waits for the database for longer than the log waits for an answer is delivered once', async () => {
  const log = await impatientLog()
  const { id } = await readerIn(t, room)
  const tags = Array.from({ length: 50 }, freshTag)
  await t.db.transaction().execute(async (tx) => {
    await sql`lock table tag_reads in access exclusive mode`.execute(tx)
    for (const tag of tags) await log.js.publish(readsSubject, packEntries([entryOf(id, tag)]))
    await sql`select pg_sleep(4)`.execute(tx)
  })
  const kept = async () =>
    (await sql`select from tag_reads where tag = any(${tags})`.execute(t.db)).rows.length
  expect(await eventually(async () => (await kept()) === tags.length, 20_000, 100)).toBe(true)
  const { delivered } = await log.manager.consumers.info(stream, writerConsumer)
  expect(delivered.consumer_seq).toBe(tags.length)
}, 60_000)
