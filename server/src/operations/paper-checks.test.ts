import { expect, test } from 'vitest'
import { newClient } from '#kernel/db/connection.ts'
import { testApp } from '#test/app.ts'
import { paperOn } from '#test/papers.ts'
import { stocked } from '#test/stock.ts'
import { paperChecks } from './paper-checks.ts'

const t = await testApp()
const connect = async () => {
  const client = newClient(t.config.databaseUrl, 'ats doctor')
  await client.connect()
  return client
}
const found = () => paperChecks(connect, t.config).papers?.()

test('a missing file and a scanner that is down are found', async () => {
  const { sha256 } = await paperOn(t, { recordId: (await stocked(t))._id })
  expect(await found()).toEqual({ state: 'ok', detail: 'the newest 1 have their files' })
  t.config.papers.clamd = { host: '127.0.0.1', port: 1 }
  expect((await found())?.detail).toMatch(/the virus scanner does not answer: .*ECONNREFUSED/)
  await t.papers.remove(sha256)
  expect((await found())?.detail).toContain(`papers/${sha256.slice(0, 2)}/${sha256}`)
})
