import { expect, test } from 'vitest'
import { startNats } from '../../../../scripts/readers/nats.ts'
import { LogAway, monitorsOf, mustSyncAlways } from './sync-check.ts'

test('a log that syncs only now and then is refused with the reason', async () => {
  const nats = await startNats({ sync: 'sometimes' })
  const config = { servers: [nats.url], monitors: [nats.monitor] }
  await expect(mustSyncAlways(config)).rejects.toThrow(/sync_interval: always.*loses reads/)
  await nats.stop()
  await expect(mustSyncAlways(config)).rejects.toThrow(LogAway)
})

test('a log that syncs always is taken, and by default asked on the usual port', async () => {
  const nats = await startNats()
  await mustSyncAlways({ servers: [nats.url], monitors: [nats.monitor] })
  await nats.stop()
  expect(monitorsOf({ servers: ['nats://log-1:4222', 'log-2'], monitors: undefined })).toEqual([
    'http://log-1:8222',
    'http://log-2:8222',
  ])
})

test('a cluster is taken without one of three, not without two', async () => {
  const [first, second] = [await startNats(), await startNats()]
  const away = 'http://127.0.0.1:1'
  const servers = [first.url]
  await mustSyncAlways({ servers, monitors: [away, first.monitor, second.monitor] })
  await second.stop()
  await expect(mustSyncAlways({ servers, monitors: [away, first.monitor, second.monitor] })).rejects.toThrow(
    LogAway,
  )
  await first.stop()
})
