import type { AddressInfo } from 'node:net'
import { system } from '@ats/contract/system.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type Checks, databaseAnswers, serveHealth } from '#kernel/http/health.ts'
import { buildApp } from '#server/app.ts'
import { testApp } from '#test/app.ts'

const { call, app, state, config, db } = await testApp()

test('a process that can serve says so', async () => {
  for (const endpoint of [system.live, system.ready]) {
    const { status, body, headers } = await call(null, endpoint)
    expect([status, body]).toEqual([200, { status: 'ok' }])
    expect(headers['cache-control']).toBe('no-store')
  }
})

test('a process that is told to stop is no longer ready, but alive and still serving', async () => {
  state.stopping = true
  onTestFinished(() => {
    state.stopping = false
  })
  const ready = await call(null, system.ready)
  expect([ready.status, ready.headers['retry-after'], ready.body.code]).toEqual([503, '5', 'shutting-down'])
  expect((await call(null, system.live)).status).toBe(200)
  expect((await app.inject('/api/v1/settings')).statusCode).toBe(200)
})

test('the answers tell nothing of the machine', async () => {
  for (const url of ['/livez', '/readyz', '/api/v1/settings']) {
    const { body, headers } = await app.inject(url)
    expect(body).not.toMatch(/postgres|version|node|\/tmp/i)
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  }
})

async function healthPort(checks: Checks) {
  const own = await buildApp(config)
  onTestFinished(() => own.app.close())
  await own.app.inject('/livez')
  const server = await serveHealth({ host: '127.0.0.1', port: 0 }, own.registry, checks)
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
}

test('the figures are served on their own port and never beside the product', async () => {
  expect((await app.inject('/metrics')).statusCode).toBe(404)
  const ask = await healthPort({})
  const text = await (await ask('/metrics')).text()
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/livez",status="200"} 1')
  expect(text).toContain('database_connections{state="open"}')
  expect((await ask('/')).status).toBe(404)
})

test('the port of the figures says what holds and what does not', async () => {
  const never = new Promise<boolean>(() => undefined)
  const checks = { database: databaseAnswers(db), running: () => true }
  const good = await healthPort(checks)
  expect((await good('/livez')).status).toBe(200)
  const ready = await good('/readyz')
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'ok', checks: { database: 'ok', running: 'ok' } },
  ])
  const broken = { ...checks, slow: () => never, wrong: () => false, throwing: () => Promise.reject('no') }
  const bad = await healthPort(broken)
  expect((await bad('/livez')).status).toBe(200)
  const unready = await bad('/readyz')
  const failed = { slow: 'failed', wrong: 'failed', throwing: 'failed' }
  expect([unready.status, await unready.json()]).toEqual([
    503,
    { status: 'unavailable', checks: { database: 'ok', running: 'ok', ...failed } },
  ])
})

test('the reference for people is a page without scripts that lists every call', async () => {
  const { status, headers, text } = await call(null, system.docs)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(String(headers['content-security-policy'])).toContain("default-src 'none'")
  expect(text).toContain('/api/v1/admin/users')
  expect(text).not.toContain('<script')
})
