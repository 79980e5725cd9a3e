import { expect, onTestFinished, test } from 'vitest'
import { startNats } from '../../../../scripts/nats.ts'
import { openLog } from './log.ts'

test('the account in the address of a log is used, and without it the log refuses', async () => {
  const nats = await startNats({ more: 'authorization { user: ats, password: "1 b@c" }' })
  onTestFinished(() => nats.stop())
  const settings = { monitors: undefined, replicas: 1, storeBytes: 1_000_000 }
  const server = nats.url.replace('//', `//ats:${encodeURIComponent('1 b@c')}@`)
  const log = await openLog({ ...settings, servers: [server] }, 'test')
  await log.close()
  await expect(openLog({ ...settings, servers: [nats.url] }, 'test')).rejects.toThrow(/Authorization/)
})
