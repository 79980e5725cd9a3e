import { createHash, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { oidcDirectory } from '#test/directories.ts'
import { type Lie, lyingProvider } from '#test/lying-provider.ts'
import { begin, complete, logIn } from '#test/oidc-browser.ts'

const t = await testApp()
const provider = await lyingProvider()
const other = await lyingProvider()
const staff = { groups: { staff: { role: 'User' } } }

async function begun(lie: Lie = {}, issuer = provider.issuer) {
  const directoryId = await oidcDirectory(t, issuer, staff)
  provider.tell({ ...lie, claims: { email: `${randomUUID()}@corp.example`, ...lie.claims } })
  const browser = await begin(t, directoryId)
  if (!('nonce' in browser)) throw new Error('it did not begin')
  provider.expectNonce(browser.nonce)
  return { ...browser, directoryId, body: { code: 'code', state: browser.state } }
}

const expired = { status: 400, code: 'directory-sign-in-expired' }

describe('the way to the provider', () => {
  test('code, PKCE, state and nonce are always asked for, and the way back is ours', async () => {
    const { address } = await begun()
    const sent = Object.fromEntries(address.searchParams)
    expect(`${address.origin}${address.pathname}`).toBe(`${provider.issuer}/authorize`)
    expect(sent).toMatchObject({
      ...{ response_type: 'code', code_challenge_method: 'S256', client_id: 'ats-client' },
      ...{ redirect_uri: 'http://ats.test/login/callback', scope: 'openid profile email' },
    })
    expect([sent.state, sent.nonce, sent.code_challenge].map((text) => text?.length)).toEqual([43, 43, 43])
  })

  test('a provider that offers no PKCE does not turn it off', async () => {
    const own = await lyingProvider()
    own.tell({ metadata: { code_challenge_methods_supported: ['plain'] } })
    const { address } = await begun({}, own.issuer)
    expect(address.searchParams.get('code_challenge_method')).toBe('S256')
  })

  test('the verifier that is sent belongs to the challenge', async () => {
    const browser = await begun()
    await complete(t, browser)
    const verifier = provider.tokenRequests.at(-1)?.form.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    expect(challenge).toBe(browser.address.searchParams.get('code_challenge'))
  })

  test('a tampered host or redirect target changes nothing', async () => {
    const id = await oidcDirectory(t, provider.issuer, staff)
    const response = await t.app.inject({
      method: 'POST',
      url: `/api/v1/login/directories/${id}/start?redirect_uri=https://evil.example&to=//evil.example`,
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    const address = new URL(response.json().address)
    expect(address.searchParams.get('redirect_uri')).toBe('http://ats.test/login/callback')
    expect(address.href).not.toContain('evil')
  })

  test('the cookie is for this step only, for ten minutes, and out of reach of scripts', async () => {
    const id = await oidcDirectory(t, provider.issuer, staff)
    const url = `/api/v1/login/directories/${id}/start`
    const { cookies } = await t.app.inject({ method: 'POST', url })
    expect(cookies.find(({ name }) => name === 'ats_oidc')).toMatchObject({
      ...{ httpOnly: true, sameSite: 'Strict', path: '/api/v1/login/oidc', maxAge: 600 },
    })
  })

  test('the table of log-ins holds nothing that could complete one', async () => {
    const { state, cookie, nonce } = await begun()
    const { rows } = await sql<{ row: string }>`select s::text as row from directory_sign_ins s`.execute(t.db)
    const text = rows.map(({ row }) => row).join()
    for (const secret of [state, cookie, nonce]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })
})

describe('the way back', () => {
  test('a state works once', async () => {
    const browser = await begun()
    expect((await complete(t, browser)).status).toBe(200)
    expect(await complete(t, browser)).toMatchObject(expired)
  })

  test('a failed log-in cannot be tried again with the same state', async () => {
    const browser = await begun({ claims: { aud: 'another' } })
    expect((await complete(t, browser)).status).toBe(401)
    provider.tell({})
    expect(await complete(t, browser)).toMatchObject(expired)
  })

  test('the same state at the same moment works once', async () => {
    const browser = await begun()
    const both = await Promise.all([complete(t, browser), complete(t, browser)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test('the state of another browser is refused, and still works in its own', async () => {
    const [victim, attacker] = [await begun(), await begun()]
    expect(await complete(t, { cookie: attacker.cookie, body: victim.body })).toMatchObject(expired)
    expect(await complete(t, { body: victim.body })).toMatchObject(expired)
    provider.expectNonce(victim.nonce)
    expect((await complete(t, victim)).status).toBe(200)
  })

  test('an unknown state is refused before the provider is asked', async () => {
    const { cookie } = await begun()
    const asked = provider.tokenRequests.length
    expect(await complete(t, { cookie, body: { code: 'code', state: randomUUID() } })).toMatchObject(expired)
    expect(provider.tokenRequests.length).toBe(asked)
  })

  test('after ten minutes a state is refused', async () => {
    const browser = await begun()
    await sql`update directory_sign_ins set expires_at = now()`.execute(t.db)
    expect(await complete(t, browser)).toMatchObject(expired)
  })

  test('a code of another log-in (code injection) is refused by its nonce', async () => {
    const attacker = await begun()
    const victim = await begun()
    // The provider responds to the stolen code with a token for the log-in that it was made in.
    provider.expectNonce(attacker.nonce)
    expect(await complete(t, victim)).toMatchObject({ status: 401, code: 'directory-sign-in-failed' })
  })

  test('a replayed code is refused by the provider', async () => {
    const browser = await begun({
      respond: {
        '/token': (response) =>
          response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}'),
      },
    })
    expect(await complete(t, browser)).toMatchObject({ status: 401, code: 'directory-sign-in-failed' })
  })

  test('the response of another provider (mix-up) is refused', async () => {
    const browser = await begun()
    const asked = provider.tokenRequests.length
    const mixed = { ...browser.body, iss: other.issuer }
    expect(await complete(t, { cookie: browser.cookie, body: mixed })).toMatchObject({ status: 401 })
    expect(provider.tokenRequests.length).toBe(asked)
  })

  test('a provider that promises to name itself has to', async () => {
    const own = await lyingProvider()
    own.tell({ metadata: { authorization_response_iss_parameter_supported: true } })
    const browser = await begun({}, own.issuer)
    expect(await complete(t, browser)).toMatchObject({ status: 401, code: 'directory-sign-in-failed' })
  })

  test('a state of one directory does not log in with another', async () => {
    const browser = await begun()
    await sql`update directory_sign_ins set directory_id = ${await oidcDirectory(t, other.issuer, staff)}
      where directory_id = ${browser.directoryId}`.execute(t.db)
    other.expectNonce('another')
    expect((await complete(t, browser)).status).toBe(401)
  })

  test('a directory that was disabled meanwhile logs nobody in', async () => {
    const browser = await begun()
    await sql`update directories set enabled = false where id = ${browser.directoryId}`.execute(t.db)
    expect((await complete(t, browser)).status).toBe(404)
    expect((await begin(t, browser.directoryId)).status).toBe(404)
  })

  test('too long, missing and wrong values are named', async () => {
    const { cookie } = await begun()
    for (const body of [
      {},
      { code: 'x'.repeat(5000), state: 's' },
      { code: '', state: 's' },
      { code: [], state: {} },
    ])
      expect((await complete(t, { cookie, body })).status).toBe(400)
  })
})

describe('a provider that is out of order', () => {
  const html = (response: ServerResponse) =>
    response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>')
  const broken = (response: ServerResponse) => response.writeHead(500).end('{}')
  const metadata = '/.well-known/openid-configuration'
  const unavailable = { status: 503, code: 'directory-unavailable' }

  async function startWith(lie: Lie) {
    const own = await lyingProvider()
    own.tell(lie)
    const { status, body } = await begin(t, await oidcDirectory(t, own.issuer, staff))
    return { status, code: body.code, own }
  }

  test.each([
    ['with an error 500', broken],
    ['with a page', html],
    ['by cutting the connection', (response: ServerResponse) => response.destroy()],
    [
      'with a redirect',
      (response: ServerResponse) => response.writeHead(302, { location: '/elsewhere' }).end(),
    ],
  ])('a log-in does not begin if it responds %s', async (_name, respond) => {
    expect(await startWith({ respond: { [metadata]: (response) => void respond(response) } })).toMatchObject(
      unavailable,
    )
  })

  test('it is not asked for longer than five seconds, and works again without a restart', async () => {
    const own = await lyingProvider()
    own.tell({ respond: { [metadata]: () => undefined } })
    const id = await oidcDirectory(t, own.issuer, staff)
    const started = performance.now()
    const { status, body } = await begin(t, id)
    expect({ status, code: body.code }).toEqual(unavailable)
    expect(performance.now() - started).toBeLessThan(8000)
    own.tell({})
    expect((await begin(t, id)).status).toBe(200)
  }, 20_000)

  test('nobody listens at its address', async () => {
    const id = await oidcDirectory(t, 'http://127.0.0.1:1', staff)
    expect(await begin(t, id)).toMatchObject({ status: 503, body: { code: 'directory-unavailable' } })
  })

  test.each([
    ['an error 500', broken, unavailable],
    ['a page', html, { status: 401, code: 'directory-sign-in-failed' }],
    ['a cut connection', (response: ServerResponse) => response.destroy(), unavailable],
    [
      'that it does not know us',
      (response: ServerResponse) =>
        response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}'),
      { status: 503, code: 'directory-credentials-wrong' },
    ],
  ])('a log-in ends if its token endpoint responds with %s', async (_name, respond, wanted) => {
    const browser = await begun({ respond: { '/token': (response) => void respond(response) } })
    expect(await complete(t, browser)).toMatchObject(wanted)
  })

  test('keys that cannot be read log nobody in', async () => {
    const browser = await begun({ respond: { '/jwks': (response) => void broken(response) } })
    expect((await complete(t, browser)).status).toBeGreaterThanOrEqual(400)
  })

  test('metadata of another issuer, and of every organisation at once, are refused', async () => {
    const wrong = { status: 503, code: 'directory-metadata-wrong' }
    expect(await startWith({ metadata: { issuer: 'https://evil.example' } })).toMatchObject(wrong)
  })

  test('endpoints that are missing or no web addresses are refused', async () => {
    const wrong = { status: 503, code: 'directory-metadata-wrong' }
    expect(await startWith({ metadata: { token_endpoint: undefined } })).toMatchObject(wrong)
    expect(await startWith({ metadata: { authorization_endpoint: 'javascript:alert(1)' } })).toMatchObject(
      wrong,
    )
  })
})

describe('logging out', () => {
  test('also ends the session at the provider, if the directory says so', async () => {
    const signedIn = await logIn(t, provider, { settings: { signOut: true } })
    const { body } = await t.call(signedIn, sessions.logout)
    const address = new URL(body.address ?? '')
    expect(`${address.origin}${address.pathname}`).toBe(`${provider.issuer}/end`)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      ...{ client_id: 'ats-client', post_logout_redirect_uri: 'http://ats.test/login' },
    })
    expect((await t.call(signedIn, sessions.me)).status).toBe(401)
  })

  test('ends only the session here otherwise', async () => {
    const signedIn = await logIn(t, provider)
    expect((await t.call(signedIn, sessions.logout)).body.address).toBeNull()
    expect((await t.call(await t.person(), sessions.logout)).body.address).toBeNull()
  })

  test('works while the provider does not', async () => {
    const own = await lyingProvider()
    const signedIn = await logIn(t, own, { settings: { signOut: true } })
    await sql`update directories set settings = settings || '{"issuer":"http://127.0.0.1:1"}'
      where id = ${signedIn.directoryId}`.execute(t.db)
    const { status, body } = await t.call(signedIn, sessions.logout)
    expect([status, body.address]).toEqual([200, null])
  })
})

test('the sign-in page lists enabled directories, without anything else about them', async () => {
  const id = await oidcDirectory(t, provider.issuer)
  const off = await oidcDirectory(t, provider.issuer, { enabled: false })
  const { body } = await t.call(null, sessions.settings)
  expect(body.directories).toContainEqual({ _id: id, name: `Corporate ${id}`, kind: 'oidc' })
  expect(body.directories.some(({ _id }) => _id === off)).toBe(false)
})
