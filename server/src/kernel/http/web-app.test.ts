import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

const script = "\n  document.documentElement.classList.add('dark')\n"
const page = `<!doctype html><html><head><meta name="style-nonce" content="__NONCE__"><script>${script}</script>
<script type="module" src="/assets/app-1a2b3c.js"></script></head><body></body></html>`
const code = `console.log(${JSON.stringify('x'.repeat(5000))})`

const parent = await mkdtemp(join(tmpdir(), 'ats-web-'))
afterAll(() => rm(parent, { recursive: true }))
const folder = join(parent, 'dist')
await mkdir(join(folder, 'assets'), { recursive: true })
await mkdir(join(folder, '.vite'))
const files: Record<string, string | Buffer> = {
  '../private.txt': 'top secret',
  'index.html': page,
  'index.html.br': brotliCompressSync(page),
  'scan.html': '<!doctype html><title>Camera</title>',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'sw.js': code,
  'count.webmanifest': '{}',
  '.vite/pages.json': JSON.stringify({
    screens: {
      '/dashboard/$location': ['/assets/home.js'],
      '/dashboard/$location/users': ['/assets/users.css', '/assets/users.js'],
      '/dashboard/$location/users/$id': ['/assets/user.js'],
      '/dashboard/asset-wise': ['/assets/report.js'],
    },
    login: ['/assets/login.js'],
  }),
  'assets/app-1a2b3c.js': code,
  'assets/app-1a2b3c.js.br': brotliCompressSync(code),
  'assets/app-1a2b3c.js.gz': gzipSync(code),
}
for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)

const { app } = await testApp({ webDir: folder })
const bare = await testApp()
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const policyOf = (response: { headers: Record<string, unknown> }) =>
  String(response.headers['content-security-policy'])

test.each(['/', '/login', '/dashboard/indore/users', '/dashboard/users?sort=name', '/index.html', '/apiary'])(
  'the address %s shows the page, never from a cache',
  async (url) => {
    for (const encoding of ['identity', 'br, gzip']) {
      const response = await get(url, { 'accept-encoding': encoding })
      expect(response.statusCode).toBe(200)
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      })
      expect(policyOf(response)).toContain("default-src 'none'")
      expect(response.body).not.toContain('__NONCE__')
    }
  },
)

test('the policy allows the one inline script by its hash, and styles by a nonce that never repeats', async () => {
  const [one, two] = [await get('/'), await get('/')]
  const nonceOf = (response: typeof one) => /'nonce-([^']+)'/.exec(policyOf(response))?.[1]
  expect(nonceOf(one)).toMatch(/^[A-Za-z0-9+/]{22}==$/)
  expect(nonceOf(one)).not.toBe(nonceOf(two))
  expect(one.body).toContain(`content="${nonceOf(one)}"`)
  const hash = createHash('sha256').update(script).digest('base64')
  expect(policyOf(one)).toContain(`script-src 'self' 'sha256-${hash}';`)
})

test('the policy is strict', async () => {
  const policy = policyOf(await get('/'))
  for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"])
    expect(policy).toContain(part)
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toMatch(/unsafe|\*|http:/)
})

const linked = (html: string) =>
  [...html.matchAll(/<link rel="[a-z]+" crossorigin href="([^"]*)">/g)].map(([, file]) => file)

test.each([
  ['/dashboard/indore/users?sort=name', ['/assets/users.css', '/assets/users.js']],
  ['/dashboard/indore/users/7', ['/assets/user.js']],
  ['/dashboard/default/', ['/assets/home.js']],
  ['/dashboard/asset-wise', ['/assets/report.js']],
  ['/dashboard/indore/nothing/here', []],
  ['/login', []],
])('in a session the page at %s links the files of its screen', async (url, files) => {
  expect(linked((await get(url, { cookie: 'ats_session=x' })).body)).toEqual(files)
})

test.each([
  ['/', ['/assets/login.js']],
  ['/login?next=/dashboard', ['/assets/login.js']],
  ['/dashboard/indore/users', []],
])('without a session the page at %s links at most the sign-in', async (url, files) => {
  expect(linked((await get(url)).body)).toEqual(files)
})

test('the list of files is not served', async () => {
  expect((await get('/.vite/pages.json')).body).not.toContain('users.js')
})

test('the camera has a page of its own, the only one that runs WebAssembly or stands in a frame', async () => {
  const page = await get('/scan')
  expect([page.statusCode, page.body]).toEqual([200, files['scan.html']])
  const policy = policyOf(page)
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
  expect(policy).not.toMatch(/'unsafe|\*|http:|blob:/)
  for (const url of ['/', '/login', '/scanner', '/dashboard/scan', '/dashboard/indore/users']) {
    expect(policyOf(await get(url))).toContain("frame-ancestors 'none'")
    expect(policyOf(await get(url))).not.toContain('wasm')
  }
})

test('only the pages of the app may have the camera, and no page a microphone', async () => {
  const allowed = async (url: string) => String((await get(url)).headers['permissions-policy'])
  for (const url of ['/login', '/scan'])
    expect(await allowed(url)).toMatch(/^camera=\(self\), .*microphone=\(\)/)
  for (const url of ['/livez', '/api/nope', '/assets/app-1a2b3c.js', '/icon.svg'])
    expect(await allowed(url)).toContain('camera=(),')
})

test('the service worker is asked for again each time, and may call nobody but us', async () => {
  const worker = await get('/sw.js')
  expect(worker.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringContaining('javascript'),
    'content-security-policy':
      "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
  })
  expect((await get('/assets/app-1a2b3c.js')).headers).not.toHaveProperty('content-security-policy')
  expect((await get('/count.webmanifest')).headers['content-type']).toContain('application/manifest+json')
})

test('HEAD gets what GET gets, without the page', async () => {
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(`${address}/login`, { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([200, ''])
  expect(response.headers.get('content-length')).not.toBe('0')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('files with a hash in their name are kept for ever, others are asked for again', async () => {
  const asset = await get('/assets/app-1a2b3c.js')
  expect(asset.statusCode).toBe(200)
  expect(asset.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
    'x-content-type-options': 'nosniff',
  })
  expect((await get('/icon.svg')).headers['cache-control']).toBe('no-cache')
})

test.each([
  ['br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['identity', undefined, (bytes: Buffer) => bytes],
])('a browser that takes %s gets the file as %s', async (accepts, encoding, unpack) => {
  const response = await get('/assets/app-1a2b3c.js', { 'accept-encoding': accepts })
  expect(response.headers['content-encoding']).toBe(encoding)
  expect(unpack(response.rawPayload).toString()).toBe(code)
})

test.each([
  '/api',
  '/api/',
  '/api/nope',
  '/api/v1/nope?x=1',
  '/livez/x',
  '/readyz/x',
  '/dashboard/counts/x',
  '/assets/nope.js',
])('there is no page at %s, only a refusal that programs can read', async (url) => {
  const response = await get(url)
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ code: 'not-found', message: 'There is nothing at this address.' })
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s on a page is refused', async (method) => {
  expect((await app.inject({ method, url: '/login' })).statusCode).toBe(404)
})

test.each([
  '/../private.txt',
  '/assets/../../private.txt',
  '/assets/%2e%2e/%2e%2e/private.txt',
  '/assets/..%2f..%2fprivate.txt',
  '/assets/..%5c..%5cprivate.txt',
  '/%2e%2e%2fprivate.txt',
  '//private.txt',
  '/assets/app-1a2b3c.js/../../../private.txt',
  '/assets/app-1a2b3c.js%00.txt',
  '/index.html.br',
])('no file outside the web app is served: %s', async (url) => {
  const response = await get(url)
  expect([200, 400, 404]).toContain(response.statusCode)
  expect(response.body).not.toContain('top secret')
  if (response.statusCode === 200) expect(policyOf(response)).toContain("default-src 'none'")
})

test('without a web app there is nothing but the calls', async () => {
  const response = await bare.app.inject('/')
  expect([response.statusCode, response.json().code]).toEqual([404, 'not-found'])
})
