import { setTimeout as delay } from 'node:timers/promises'
import { sessions, signedIn } from '@ats/contract/identity/sessions.ts'
import { reports } from '@ats/contract/reports.ts'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { type Person, type TestApp, testApp, testPassword } from '#test/app.ts'
import { rowsOf } from '#test/exports.ts'
import { checkedImport, csvOf } from '#test/imports.ts'
import { replicated } from '#test/replica.ts'
import { freshTag, stocked } from '#test/stock.ts'
import { wireTo } from '#test/wire.ts'
import { onDatabase } from '../../../../scripts/postgres/databases.ts'
import { examine } from '../../operations/doctor.ts'

const lateMs = 40
const tries = Number(process.env.TRIES ?? 300)
const office = await replicated(lateMs)
afterAll(() => office?.stop())

/** The PostgreSQL from npm has no pg_basebackup. */
describe.skipIf(office === undefined)('with a replica', async () => {
  if (office === undefined) return
  const { databaseUrl, replicaUrl, replica } = office
  const config = { databaseUrl, replica: { url: replicaUrl, mostBehindMs: 60_000 } }
  const [t, beside] = [await testApp(config), await testApp(config)]
  const admin = await t.person({ role: 'Admin' })
  const other = await t.person({ role: 'Admin' })
  // Each process has read the position of the primary once.
  await delay(lateMs + 100)

  const reported = async (at: Pick<TestApp, 'call'>, as: Pick<Person, 'headers'>, tag: string) => {
    const { status, body, text } = await at.call(as, reports.assets, { query: { rfidTagId: tag } })
    if (status !== 200) throw new Error(text)
    return body.rows.length
  }
  const paused = async () => {
    await replica.pause()
    onTestFinished(() => replica.resume())
  }
  const until = async (condition: () => Promise<boolean>) =>
    expect.poll(condition, { timeout: 20_000, interval: 100 }).toBe(true)

  test('people always see their own change, whichever process they ask', async () => {
    const before = { ...t.replica.reads }
    const missing: string[] = []
    const copy = new pg.Pool({ connectionString: replicaUrl, max: 4 })
    onTestFinished(() => copy.end())
    let unseen = 0
    const one = async (n: number, as: Person) => {
      const [near, far] = n % 2 === 0 ? [t, beside] : [beside, t]
      const { rfidTag } = await stocked(near, {}, as)
      const copied = await copy.query('select from asset_tags where rfid_tag = $1', [rfidTag])
      unseen += copied.rowCount === 0 ? 1 : 0
      await delay((n * 7) % (2 * lateMs))
      if ((await reported(far, as, rfidTag ?? '')) !== 1) missing.push(rfidTag ?? '')
    }
    const people = await Promise.all(Array.from({ length: 10 }, () => t.person({ role: 'Admin' })))
    const each = async (as: Person) => {
      for (let n = 0; n < tries / people.length; n += 1) await one(n, as)
    }
    await Promise.all(people.map(each))
    expect(missing).toEqual([])
    // The replica lacked many of them at first, but served many nevertheless.
    expect(unseen).toBeGreaterThan(tries / 10)
    expect(t.replica.reads.replica - before.replica).toBeGreaterThan(0)
    expect(t.replica.reads.behind - before.behind).toBeGreaterThan(0)
  }, 300_000)

  test('a program sees its own change, and what others did may come later', async () => {
    const { body } = await t.call(null, sessions.login, {
      body: { email: admin.email, password: testPassword },
    })
    const { token } = signedIn.parse(body)
    const program: Person = { ...admin, headers: { authorization: `Bearer ${token}` } }
    await delay(3 * lateMs)
    await paused()
    const { rfidTag } = await stocked(t, {}, program)
    expect(await reported(beside, program, rfidTag ?? '')).toBe(1)
    expect(await reported(beside, other, rfidTag ?? '')).toBe(0)
    await replica.resume()
    await until(async () => (await reported(beside, other, rfidTag ?? '')) === 1)
  })

  test('what a worker does for somebody is their own change', async () => {
    await paused()
    const owner = await t.person({ role: 'Admin' })
    const tag = freshTag()
    await checkedImport(t, owner, csvOf([{ rfidTag: tag, assetName: 'Chair', city: 'Indore' }]), 'done')
    expect(await reported(beside, owner, tag)).toBe(1)
  })

  test('files come from the replica, and hold what the person did', async () => {
    const file = async () => {
      const { rfidTag } = await stocked(t, {}, admin)
      const rows = await rowsOf(t, admin, { list: 'assets', columns: ['rfidTag'] })
      return rows.some((row) => Object.values(row).includes(rfidTag ?? ''))
    }
    const before = { ...t.replica.reads }
    expect(await file()).toBe(true)
    expect(t.replica.reads).toEqual({ ...before, replica: before.replica + 1 })
    await paused()
    expect(await file()).toBe(true)
    expect(t.replica.reads.behind).toBe(before.behind + 1)
  })

  /** Another process of the product, whose connection to the replica can be cut. */
  async function process(mostBehindMs: number) {
    const wire = await wireTo(replicaUrl)
    const { app, services, registry } = await buildApp({
      ...t.config,
      replica: { url: wire.url, mostBehindMs },
    })
    onTestFinished(() => app.close())
    const report = async (tag: string) => {
      const query = { rfidTagId: tag }
      const answer = await app.inject({ url: reports.assets.path, query, headers: other.headers })
      return { status: answer.statusCode, rows: answer.json().rows.length as number }
    }
    return { wire, report, reads: services.replica.reads, metrics: () => registry.metrics() }
  }

  test('a replica that is too far behind answers nobody', async () => {
    const { report } = await process(2000)
    await paused()
    const { rfidTag } = await stocked(t, {}, admin)
    await until(async () => (await report(rfidTag ?? '')).rows === 1)
  })

  test('without its replica the product answers all the same, and asks it again once it is back', async () => {
    const { wire, report, reads, metrics } = await process(60_000)
    const { rfidTag } = await stocked(t, {}, admin)
    const tag = rfidTag ?? ''
    await until(async () => (await report(tag)).status === 200 && reads.replica > 0)
    wire.cut()
    const began = performance.now()
    for (let n = 0; n < 5; n += 1) expect(await report(tag)).toEqual({ status: 200, rows: 1 })
    expect(performance.now() - began).toBeLessThan(3000)
    expect(reads.away).toBe(5)
    await wire.mend()
    const answered = reads.replica
    await until(async () => (await report(tag)).status === 200 && reads.replica > answered)
    expect(await metrics()).toContain('replica_reads_total{outcome="away"}')
  })

  const environment = {
    ...{ DATABASE_URL: databaseUrl, DATABASE_REPLICA_URL: replicaUrl, DATA_DIR: t.config.dataDir },
    ...{ ORIGIN: 'https://a.test', SECRET: t.config.secret },
  }
  const replicaFinding = async () => (await examine(environment)).find(({ check }) => check === 'replica')

  test('doctor says whether the replica follows', async () => {
    expect(await replicaFinding()).toMatchObject({ state: 'ok' })
    await paused()
    await stocked(t, {}, admin)
    expect(await replicaFinding()).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('behind'),
    })
  })

  test('a replica that was promoted follows nobody and is not asked', async () => {
    await onDatabase(replica.url(), 'select pg_promote()')
    expect(await replicaFinding()).toMatchObject({ state: 'failed' })
    const { rfidTag } = await stocked(t, {}, admin)
    const before = t.replica.reads.replica
    expect(await reported(t, other, rfidTag ?? '')).toBe(1)
    expect(t.replica.reads.replica).toBe(before)
  })
})
