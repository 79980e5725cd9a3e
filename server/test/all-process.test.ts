import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { answersAt, eventually, freePort } from '../../scripts/processes.ts'
import { startNats } from '../../scripts/readers/nats.ts'
import { testApp } from './app.ts'
import { startPart } from './processes.ts'
import { readerIn } from './readers.ts'
import { freshTag, siteIn } from './stock.ts'

const t = await testApp()
const { room } = await siteIn(t, 'Indore')

test('one process is everything, and serves people while the log is away', async () => {
  const [port, mqtt, webhook, log, monitor] = await Promise.all(Array.from({ length: 5 }, freePort))
  const all = startPart('all', t, {
    ...{ PORT: `${port}`, MQTT_PORT: `${mqtt}`, WEBHOOK_PORT: `${webhook}` },
    ...{ NATS_URL: `nats://127.0.0.1:${log}`, NATS_MONITOR_URL: `http://127.0.0.1:${monitor}` },
  })
  expect(await eventually(() => answersAt(`http://127.0.0.1:${port}/readyz`), 30_000, 100)).toBe(true)
  const dir = await mkdtemp(join(tmpdir(), 'ats-all-'))
  const nats = await startNats({ dir, port: log ?? 0, monitorPort: monitor ?? 0 })
  onTestFinished(async () => {
    await nats.stop()
    await rm(dir, { recursive: true, force: true })
  })
  const { id, password } = await readerIn(t, room)
  const tag = freshTag()
  const at = new Date().toISOString()
  const body = JSON.stringify([
    { eventType: 'tagInventory', tagInventoryEvent: { epcHex: tag, lastSeenTime: at } },
  ])
  const post = () =>
    fetch(`http://127.0.0.1:${webhook}/readers/${id}`, {
      ...{ method: 'POST', body, headers: { authorization: `Bearer ${password}` } },
    }).then(
      ({ status }) => status === 202,
      () => false,
    )
  expect(await eventually(post, 30_000, 200)).toBe(true)
  const isKept = async () =>
    (await sql`select from tag_reads where tag = ${tag}`.execute(t.db)).rows.length === 1
  expect(await eventually(isKept, 20_000, 100)).toBe(true)
  const ended = once(all, 'exit')
  all.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
}, 90_000)
