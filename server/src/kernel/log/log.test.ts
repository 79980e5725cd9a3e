import { expect, test } from 'vitest'
import { startNats } from '../../../../scripts/readers/nats.ts'
import { openLog, serversOf } from './log.ts'

test('user and password of an address are told to the log', async () => {
  const nats = await startNats({ more: 'authorization { user: ats, password: "a/b c" }' })
  const address = `127.0.0.1:${nats.port}`
  const log = await openLog({ servers: [`nats://ats:a%2Fb%20c@${address}`] }, 'test')
  await log.close()
  for (const wrong of [`nats://${address}`, address, `nats://ats:other@${address}`])
    await expect(openLog({ servers: [wrong] }, 'test')).rejects.toThrow(/Authorization/)
  await nats.stop()
})

test('several servers share the first credentials', () => {
  expect(serversOf(['nats://ats:secret@log-1:4222', 'log-2:4222', 'nats://log-3'])).toEqual({
    ...{ servers: ['log-1:4222', 'log-2:4222', 'log-3'], user: 'ats', pass: 'secret' },
  })
  expect(serversOf(['log-1'])).toEqual({ servers: ['log-1'] })
})
