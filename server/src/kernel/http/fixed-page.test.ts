import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

const { app } = await testApp()
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test.each(['/api/docs', '/api/openapi.json'])('%s is made once and compressed once', async (url) => {
  const plain = await get(url)
  const zipped = await get(url, { 'accept-encoding': 'br, gzip' })
  expect([plain.statusCode, zipped.statusCode, zipped.headers['content-encoding']]).toEqual([
    200,
    200,
    'gzip',
  ])
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
  expect(zipped.headers).toMatchObject({ etag: plain.headers.etag, vary: 'accept-encoding' })
  expect((await get(url, { 'accept-encoding': 'gzip;q=0' })).headers).not.toHaveProperty('content-encoding')
  const calls = 50
  const before = process.cpuUsage()
  for (let n = 0; n < calls; n += 1) await get(url, { 'accept-encoding': 'gzip' })
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000 / calls).toBeLessThan(10)
})

test('who has the page already gets it no second time', async () => {
  const { headers } = await get('/api/docs')
  const again = await get('/api/docs', { 'if-none-match': `"other", ${headers.etag}` })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
  expect((await get('/api/docs', { 'if-none-match': '"other"' })).statusCode).toBe(200)
})
