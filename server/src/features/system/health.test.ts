import type { AddressInfo } from 'node:net'
import { system } from '@ats/contract/system.ts'
import { expect, onTestFinished, test } from 'vitest'
import { serveMetrics } from '#kernel/metrics.ts'
import { buildApp } from '#server/app.ts'
import { testApp } from '#test/app.ts'

const { call, app, state, config } = await testApp()

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
  expect([ready.status, ready.headers['retry-after'], ready.body.code]).toEqual([503, '5', 'unavailable'])
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

test('the figures are served on their own port and never beside the product', async () => {
  expect((await app.inject('/metrics')).statusCode).toBe(404)
  const own = await buildApp(config)
  onTestFinished(() => own.app.close())
  await own.app.inject('/livez')
  const server = await serveMetrics(own.registry, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/livez",status="200"} 1')
  expect(text).toContain('database_connections{state="open"}')
})

test('the reference for people is a page without scripts that lists every call', async () => {
  const { status, headers, text } = await call(null, system.docs)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(String(headers['content-security-policy'])).toContain("default-src 'none'")
  expect(text).toContain('/api/v1/admin/users')
  expect(text).not.toContain('<script')
})
