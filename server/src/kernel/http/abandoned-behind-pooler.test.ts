import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { masters } from '@ats/contract/masters.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { testApp } from '#test/app.ts'
import { startPgbouncer } from '#test/pgbouncer.ts'

// No timeout must end anything during a test.
const databaseLimits = { connections: 3, waiters: 200, statementMs: 60_000, lockMs: 60_000 }
const t = await testApp()
const admin = await t.person({ role: 'Admin' })
const pooler = await startPgbouncer(t.config.databaseUrl)
afterAll(() => pooler?.stop())

async function waiting() {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db)
  return rows[0]?.count
}

describe.skipIf(pooler === null)('behind PgBouncer', () => {
  test('a list whose caller leaves is cancelled in PostgreSQL, and takes no other along', async () => {
    const { app } = await buildApp({ ...t.config, databaseLimits, databasePoolUrl: pooler?.url })
    onTestFinished(() => app.close())
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const ask = () => {
      const call = request({ port, path: '/api/v1/masters/brand?search=x', headers: admin.headers })
      call.on('error', () => undefined)
      call.end()
      return call
    }
    const client = new pg.Client({ connectionString: t.ownerUrl })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('begin')
    await client.query('lock table brands in access exclusive mode')
    const [leaving, staying] = [ask(), ask()]
    const answered = new Promise<number | undefined>((resolve) =>
      staying.once('response', (response) => {
        response.resume()
        resolve(response.statusCode)
      }),
    )
    await expect.poll(waiting, { timeout: 20_000 }).toBe(2)
    leaving.destroy()
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
    await client.query('commit')
    expect(await answered).toBe(200)
    expect((await t.call(admin, masters.list, { params: { kind: 'brand' } })).status).toBe(200)
  })
})
