import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { masters } from '@ats/contract/masters.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#test/app.ts'

// No timeout must end anything during a test.
const databaseLimits = { connections: 3, waiters: 200, statementMs: 60_000, lockMs: 60_000 }
const t = await testApp({ databaseLimits })
const admin = await t.person({ role: 'Admin' })
await t.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = t.app.server.address() as AddressInfo

/** Locks the table, so that statements on it wait until the test releases it or ends. */
async function held(table: string) {
  const client = new pg.Client({ connectionString: t.ownerUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  return () => client.query('commit')
}

const waiting = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db)
  return rows[0]?.count
}

function ask(path: string, method = 'GET', body?: object) {
  const headers = { ...admin.headers, ...(body && { 'content-type': 'application/json' }) }
  const call = request({ port, path, method, headers })
  call.on('error', () => undefined)
  call.end(body && JSON.stringify(body))
  return call
}

test.each([
  ['a search', 'assets', '/api/assets?search=chair'],
  ['the audit log', 'events', '/api/v1/audit'],
  ['a list', 'brands', '/api/v1/masters/brand?search=x'],
])('%s whose caller leaves is cancelled in PostgreSQL', async (_name, table, path) => {
  await held(table)
  const calls = [ask(path), ask(path)]
  await expect.poll(waiting, { timeout: 8000 }).toBe(2)
  for (const call of calls) call.destroy()
  await expect.poll(waiting, { timeout: 8000 }).toBe(0)
})

test('a caller who leaves takes nothing from those who stay', async () => {
  const letGo = await held('brands')
  const [leaving, staying] = [ask('/api/v1/masters/brand'), ask('/api/v1/masters/brand')]
  const answered = once(staying, 'response')
  await expect.poll(waiting, { timeout: 8000 }).toBe(2)
  leaving.destroy()
  await expect.poll(waiting, { timeout: 8000 }).toBe(1)
  await letGo()
  const [response] = await answered
  expect(response.statusCode).toBe(200)
  response.resume()
  const again = await Promise.all(
    Array.from({ length: 9 }, () => t.call(admin, masters.list, { params: { kind: 'brand' } })),
  )
  expect(again.map(({ status }) => status)).toEqual(Array(9).fill(200))
})

test('a change whose caller leaves is made all the same', async () => {
  const letGo = await held('brands')
  const call = ask('/api/v1/masters/brand', 'POST', { name: 'Left alone' })
  await expect.poll(waiting, { timeout: 8000 }).toBe(1)
  call.destroy()
  await letGo()
  const made = async () => (await sql`select from brands where name = 'Left alone'`.execute(t.db)).rows.length
  await expect.poll(made, { timeout: 8000 }).toBe(1)
})
