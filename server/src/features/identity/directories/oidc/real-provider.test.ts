import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { oidcDirectory } from '#test/directories.ts'
import { clientId, clientSecret } from '#test/lying-provider.ts'
import { begin, complete } from '#test/oidc-browser.ts'

const t = await testApp()

/** An independent implementation of the protocol, on loopback. */
async function openProvider() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: ['http://ats.test/login/callback'],
        },
        post_logout_redirect_uris: ['http://ats.test/login'],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'real' }] },
    cookies: { keys: ['only for a test'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'groups'],
    },
    conformIdTokenClaims: false,
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({
        ...{
          sub,
          email: `${sub}@corp.example`,
          email_verified: true,
          given_name: 'Ravi',
          family_name: 'Iyer',
        },
        groups: ['staff'],
      }),
    }),
  })
  server.on('request', provider.callback())
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  return issuer
}

const issuer = await openProvider()

/** Follows the forms of the provider's own pages, as a person in a browser does. */
async function walkThrough(address: URL, login: string): Promise<URL> {
  const jar = new Map<string, string>()
  let next = { url: address, body: undefined as URLSearchParams | undefined }
  for (let step = 0; step < 12; step += 1) {
    const response = await fetch(next.url, {
      method: next.body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.body !== undefined && { body: next.body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    const page = await response.text()
    if (location?.startsWith('http://ats.test/')) return new URL(location)
    if (location !== null) {
      next = { url: new URL(location, next.url), body: undefined }
      continue
    }
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
    if (action === undefined) throw new Error(`The provider shows no form: ${page.slice(0, 300)}`)
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? 'login'
    next = { url: new URL(action, next.url), body: new URLSearchParams({ prompt, login, password: 'any' }) }
  }
  throw new Error('The provider does not come to an end')
}

async function logInAs(login: string) {
  const id = await oidcDirectory(t, issuer, { groups: { staff: { role: 'User' } } })
  const begun = await begin(t, id)
  if (!('address' in begun) || begun.address === undefined) throw new Error(JSON.stringify(begun.body))
  const back = await walkThrough(begun.address, login)
  return { cookie: begun.cookie, body: Object.fromEntries(back.searchParams) }
}

test('a person logs in with a real provider, and a code works once', async () => {
  const returned = await logInAs('ravi')
  expect(returned.body.iss).toBe(issuer)
  const { status, body } = await complete(t, returned)
  expect([status, body.user?.email, body.user?.lastname]).toEqual([200, 'ravi@corp.example', 'Iyer'])
  expect((await complete(t, returned)).status).toBe(400)
})

test('a real provider rejects a code of another log-in', async () => {
  const [one, other] = [await logInAs('meera'), await logInAs('anil')]
  const mixed = { cookie: other.cookie, body: { ...other.body, code: one.body.code } }
  expect(await complete(t, mixed)).toMatchObject({ status: 401, code: 'directory-sign-in-failed' })
})

test('a response without the promised issuer is refused', async () => {
  const { cookie, body } = await logInAs('devi')
  const { iss: _, ...without } = body
  expect((await complete(t, { cookie, body: without })).status).toBe(401)
})
