import { secondFactor } from '@ats/contract/identity/second-factor.ts'
import type { SecondStep, SignedIn } from '@ats/contract/identity/sessions.ts'
import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import { sealTotp } from '#features/identity/second-factor/totp.ts'
import { type Person, signedInWith, type TestApp, testPassword } from './app.ts'
import { newAuthenticator } from './authenticator.ts'

type Requested = { url: string; payload: object }

/** A browser with its own cookies, which signs in step by step. */
export function newBrowser({ app }: Pick<TestApp, 'app'>, { address = '127.0.0.1' } = {}) {
  const cookies: Record<string, string> = {}
  async function post({ url, payload }: Requested) {
    const response = await app.inject({
      ...{ method: 'POST', url, payload, cookies: { ...cookies }, remoteAddress: address },
      headers: { 'sec-fetch-site': 'same-origin', 'user-agent': 'test browser' },
    })
    for (const { name, value } of response.cookies)
      if (value === '') delete cookies[name]
      else cookies[name] = value
    return { status: response.statusCode, body: response.json(), cookies: response.cookies }
  }
  const first = (email: string, password = testPassword) =>
    post({ url: '/api/v1/login', payload: { email, password } })
  const second = (payload: object) => post({ url: '/api/v1/login/second-step', payload })
  return {
    cookies,
    first,
    second,
    /** The token of a begun sign-in. */
    async begin(email: string, password?: string): Promise<SecondStep> {
      const { status, body } = await first(email, password)
      expect([status, Object.keys(body)]).toEqual([200, ['secondStep']])
      return body.secondStep
    },
    options: (token: string) => post({ url: '/api/v1/login/second-step/passkey', payload: { token } }),
    signedIn: ({ token }: SignedIn) => signedInWith(token, cookies.ats_session ?? ''),
  }
}

const stepSeconds = 30

/** The code of an authenticator app, now or some steps of 30 seconds away. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret, digits: 6, period: stepSeconds, algorithm: 'SHA1' }).generate({
    timestamp: Date.now() + steps * stepSeconds * 1000,
  })

const wrongCodeOf = (secret: string) => {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
  )
}

/** Gives a person an authenticator app whose present code was not used yet, without the endpoints. */
export async function withTotp({ db, config }: TestApp, { id }: Pick<Person, 'id'>) {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  await db
    .insertInto('totp_factors')
    .values({ user_id: id, sealed_secret: sealTotp(config.secret, id, secret), last_step: 0 })
    .execute()
  return { secret, code: (steps = 0) => codeOf(secret, steps), wrongCode: () => wrongCodeOf(secret) }
}

/** Adds a passkey through the endpoints. */
export async function withPasskey({ call }: TestApp, person: Person, name = 'Laptop') {
  const authenticator = newAuthenticator()
  const { body } = await call(person, secondFactor.beginPasskey, { body: { password: testPassword } })
  const response = authenticator.create(body.options as { challenge: string })
  const added = await call(person, secondFactor.addPasskey, { body: { name, response } })
  expect(added.status).toBe(201)
  return { authenticator, ...added.body }
}
