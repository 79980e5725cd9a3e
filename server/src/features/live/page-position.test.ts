import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { live, readLive } from '@ats/contract/live.ts'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#kernel/db/db.ts'
import { testApp } from '#test/app.ts'
import { stocked } from '#test/stock.ts'
import { pagePosition } from './page-position.ts'

const webDir = await mkdtemp(join(tmpdir(), 'ats-page-'))
afterAll(() => rm(webDir, { recursive: true }))
await writeFile(join(webDir, 'index.html'), '<meta name="live-position" content="__LIVE_POSITION__" />')
await writeFile(join(webDir, 'scan.html'), '<title>Camera</title>')
const t = await testApp({ webDir })

const openPage = async () => /content="([^"]*)"/.exec((await t.app.inject('/login')).body)?.[1] ?? ''

test('a page hears of what came after it was handed out, and is not told to ask anew', async () => {
  const admin = await t.person({ role: 'Admin' })
  const before = await stocked(t)
  await expect
    .poll(async () => {
      const position = await openPage()
      const headers = { ...admin.headers, 'last-event-id': position }
      const { text } = await t.call({ headers }, live.stream, { query: { seconds: '0' } })
      return text.includes(before._id)
    })
    .toBe(false)
  const position = await openPage()
  expect(position).toMatch(/^[\w-]{40,}$/)
  const after = await stocked(t)
  const headers = { ...admin.headers, 'last-event-id': position }
  const { text } = await t.call({ headers }, live.stream, { query: { seconds: '0' } })
  const messages = text
    .split('\n\n')
    .filter(Boolean)
    .map((block) => readLive(block).message)
  expect(messages.map(({ type }) => type)).toEqual(['beat', 'events'])
  const records = messages.flatMap((message) => (message.type === 'events' ? message.events : []))
  expect(records.map(({ record }) => record)).toContain(after._id)
  expect(records.map(({ record }) => record)).not.toContain(before._id)
})

test('a page comes without a position, and in time, where the database does not answer', async () => {
  const { reads, close } = openDatabase('postgres://nobody@127.0.0.1:1/none', t.config.databaseLimits)
  const position = pagePosition({ reads, config: t.config })
  expect(await Promise.all(Array.from({ length: 20 }, position))).toEqual(Array(20).fill(undefined))
  await close()
})
