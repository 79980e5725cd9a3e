import { createHmac, randomUUID } from 'node:crypto'
import { exportSPKI, importJWK, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { lyingProvider, newKey } from '#test/lying-provider.ts'
import { logIn, type Wish } from '#test/oidc-browser.ts'

const t = await testApp()
const provider = await lyingProvider()
const seconds = () => Math.floor(Date.now() / 1000)
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const refused = { status: 401, code: 'directory-sign-in-failed' }

async function people() {
  const { count } = await t.db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The lie is refused, and nobody has an account or a session because of it. */
async function expectRefused(wish: Wish, wanted: object = refused) {
  const before = await people()
  const { status, code, body, cookies } = await logIn(t, provider, wish)
  expect({ status, code }).toEqual(wanted)
  expect(body.token).toBeUndefined()
  expect(cookies.some(({ name }) => name === 'ats_session')).toBe(false)
  expect(await people()).toBe(before)
}

test('an honest token logs a person in', async () => {
  const { status, body, email } = await logIn(t, provider)
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ name: 'Asha', lastname: 'Rao', email, role: 'user', location: 'indore' })
})

test('a token without a signature (alg none) is refused', () =>
  expectRefused({ token: (claims) => `${part({ alg: 'none' })}.${part(claims)}.` }))

test('a token with alg none and a signature is refused', () =>
  expectRefused({ token: (claims) => `${part({ alg: 'none', kid: 'first' })}.${part(claims)}.c2ln` }))

test('HS256 with the public key as the secret is refused', () =>
  expectRefused({
    token: async (claims) => {
      const publicKey = await importJWK(provider.key().jwk, 'RS256', { extractable: true })
      const pem = await exportSPKI(publicKey as Parameters<typeof exportSPKI>[0])
      const signed = `${part({ alg: 'HS256', kid: 'first' })}.${part(claims)}`
      return `${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`
    },
  }))

test('HS256 with the secret of the client is refused: the provider promised RS256', () =>
  expectRefused({
    token: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from('a secret of the client'.padEnd(32, '.'))),
  }))

test('a changed signature is refused', () =>
  expectRefused({
    token: async (claims) => {
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'first' })
        .sign(provider.key().privateKey)
      const [header, , signature] = token.split('.')
      return `${header}.${part({ ...claims, groups: ['admins'] })}.${signature}`
    },
  }))

test('a key that the token brings along (jwk header) is not used', async () => {
  const own = await newKey('first')
  await expectRefused({
    token: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'first', jwk: own.jwk })
        .sign(own.privateKey),
  })
})

test('an unknown kid is refused', () => expectRefused({ header: { kid: 'another' } }))

test('a rotated key works at once', async () => {
  const former = provider.key()
  const next = await newKey('second')
  expect((await logIn(t, provider)).status).toBe(200)
  provider.rotate(next, [next])
  const after = await logIn(t, provider)
  provider.rotate(former, [former])
  expect(after.status).toBe(200)
})

test('a withdrawn key no longer works', async () => {
  const former = provider.key()
  provider.rotate(former, [await newKey('second')])
  await expectRefused({}).finally(() => provider.rotate(former, [former]))
})

test('a token for another client is refused', () => expectRefused({ claims: { aud: 'another-client' } }))

test('a token without an audience is refused', () => expectRefused({ claims: { aud: undefined } }))

test('several audiences without an authorized party are refused', () =>
  expectRefused({ claims: { aud: ['ats-client', 'another-client'] } }))

test('several audiences for another authorized party are refused', () =>
  expectRefused({ claims: { aud: ['ats-client', 'another-client'], azp: 'another-client' } }))

test('several audiences with us as the authorized party work', async () => {
  const claims = { aud: ['ats-client', 'another-client'], azp: 'ats-client' }
  expect((await logIn(t, provider, { claims })).status).toBe(200)
})

test('a token of another issuer is refused', () => expectRefused({ claims: { iss: 'https://evil.example' } }))

test('an expired token is refused', () => expectRefused({ claims: { exp: seconds() - 120 } }))

test('a token that expired within the tolerated minute works', async () => {
  expect((await logIn(t, provider, { claims: { exp: seconds() - 30 } })).status).toBe(200)
})

test('a token that is not yet valid is refused', () => expectRefused({ claims: { nbf: seconds() + 120 } }))

test('a clock half a minute ahead is tolerated', async () => {
  const claims = { nbf: seconds() + 30, iat: seconds() + 30 }
  expect((await logIn(t, provider, { claims })).status).toBe(200)
})

test('a token without an expiry is refused', () => expectRefused({ claims: { exp: undefined } }))

test('a wrong nonce is refused', () => expectRefused({ claims: { nonce: 'another' } }))

test('a missing nonce is refused', () => expectRefused({ claims: { nonce: undefined } }))

test('a token without a subject is refused', () => expectRefused({ claims: { sub: undefined } }))

test('an empty, a huge and a binary subject are refused', async () => {
  for (const sub of ['', 'x'.repeat(501), 'a\0b']) await expectRefused({ claims: { sub } })
})

test('a subject that is a number is refused', () => expectRefused({ claims: { sub: 1 } }))

test('a huge token is refused without reading all of it', () =>
  expectRefused(
    { claims: { padding: 'x'.repeat(2_000_000) } },
    { status: 503, code: 'directory-unavailable' },
  ))

test('a subject that userinfo changes is refused', () =>
  expectRefused({ settings: { userinfo: true }, userinfo: { sub: 'person-2' } }))

test('userinfo adds groups, and never replaces what the token says', async () => {
  const wish = {
    settings: { userinfo: true },
    claims: { groups: undefined },
    userinfo: { groups: ['staff'], email: 'other@corp.example' },
  }
  const { status, body, email } = await logIn(t, provider, wish)
  expect([status, body.user.email]).toEqual([200, email])
})

test('an email that the provider did not verify makes no account', async () => {
  const wanted = { status: 403, code: 'directory-email-missing' }
  await expectRefused({ claims: { email_verified: false } }, wanted)
  await expectRefused({ claims: { email_verified: undefined } }, wanted)
  await expectRefused({ claims: { email_verified: 'yes' } }, wanted)
  await expectRefused({ claims: { email: undefined } }, wanted)
  await expectRefused({ claims: { email: 'no address' } }, wanted)
})

test('a directory whose emails are trusted may say nothing about them, but not deny them', async () => {
  const settings = { trustEmails: true }
  expect((await logIn(t, provider, { settings, claims: { email_verified: undefined } })).status).toBe(200)
  const wanted = { status: 403, code: 'directory-email-missing' }
  await expectRefused({ settings, claims: { email_verified: false } }, wanted)
})

test('groups as a text are one group, not several', async () => {
  expect((await logIn(t, provider, { claims: { groups: 'staff' } })).status).toBe(200)
  const wanted = { status: 403, code: 'directory-no-access' }
  await expectRefused({ claims: { groups: 'guests,staff' } }, wanted)
})

test('missing groups, and groups that are no texts, give nothing', async () => {
  const wanted = { status: 403, code: 'directory-no-access' }
  for (const groups of [undefined, null, 1, { staff: true }, [['staff']], ['staff\0'], ['STAFF']])
    await expectRefused({ claims: { groups } }, wanted)
})

test('groups in a claim inside another, or with dots in its name, are found', async () => {
  const inside = { settings: { groupsClaim: 'realm.roles' }, claims: { realm: { roles: ['staff'] } } }
  expect((await logIn(t, provider, inside)).status).toBe(200)
  const name = 'https://corp.example/groups'
  const named = { settings: { groupsClaim: name }, claims: { [name]: ['staff'] } }
  expect((await logIn(t, provider, named)).status).toBe(200)
  const wanted = { status: 403, code: 'directory-no-access' }
  await expectRefused({ settings: { groupsClaim: '__proto__.staff' } }, wanted)
})

test('control characters and long names do not break an account', async () => {
  const claims = { given_name: `A\0sha\n${'x'.repeat(500)}`, family_name: '\0', sub: randomUUID() }
  const { status, body } = await logIn(t, provider, { claims })
  expect(status).toBe(200)
  expect(body.user.name).toMatch(/^A sha x+$/)
  expect(body.user.lastname).toBe('')
})
