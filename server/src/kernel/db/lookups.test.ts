import { assets } from '@ats/contract/assets/assets.ts'
import { dashboard } from '@ats/contract/dashboard.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { places } from '@ats/contract/places.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { administratorOf, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, config } = t
const admin = await administratorOf(t)
const chair = await stocked(t, { assetName: 'Oak Chair' })

/** Locks the tables during the work, so that every query of them waits. */
async function whileLocked<T>(tables: string, work: () => Promise<T>): Promise<T> {
  const holder = new pg.Client({ connectionString: config.databaseUrl })
  await holder.connect()
  try {
    await holder.query(`begin; lock table ${tables} in access exclusive mode`)
    return await work()
  } finally {
    await holder.end()
  }
}

/** Milliseconds until a signed-in person gets their own account. */
async function timeOfMe() {
  const started = performance.now()
  expect((await call(admin, sessions.me)).status).toBe(200)
  return performance.now() - started
}

test('lists and counts that take long hold up nobody who signs in or asks who they are', async () => {
  await timeOfMe()
  const { waited, slow } = await whileLocked('assets, asset_counters', async () => {
    const slow = [
      ...Array.from({ length: 4 }, () =>
        call(admin, assets.list, { query: { state: 'working', size: '100' } }),
      ),
      call(admin, dashboard.counts),
    ]
    await new Promise((resolve) => setTimeout(resolve, 100))
    return { waited: await timeOfMe(), slow }
  })
  expect(waited).toBeLessThan(800)
  for (const answer of await Promise.all(slow)) expect([200, 503]).toContain(answer.status)
})

test('a lookup by key gives up after a second, and those behind it are answered', async () => {
  await call(admin, assets.get, { params: { id: chair._id } })
  const { status, took } = await whileLocked('assets', async () => {
    const started = performance.now()
    const lookups = Array.from({ length: 2 }, () => call(admin, assets.get, { params: { id: chair._id } }))
    const [first] = await Promise.all(lookups)
    return { status: first?.status, took: performance.now() - started }
  })
  expect(status).toBe(503)
  expect(took).toBeLessThan(2500)
  expect(await timeOfMe()).toBeLessThan(800)
  expect((await call(admin, places.cities)).status).toBe(200)
})
