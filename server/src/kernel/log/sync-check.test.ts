import { expect, test } from 'vitest'
import { startNats } from '../../../../scripts/nats.ts'
import { monitorsOf, mustSyncAlways } from './sync-check.ts'

test('a log that syncs only now and then is refused with the reason', async () => {
  const nats = await startNats({ sync: 'sometimes' })
  const config = { servers: [nats.url], monitors: [nats.monitor] }
  await expect(mustSyncAlways(config)).rejects.toThrow(/sync_interval: always.*loses reads/)
  await nats.stop()
  await expect(mustSyncAlways(config)).rejects.toThrow('does not say')
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
