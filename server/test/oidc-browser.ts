import { randomUUID } from 'node:crypto'
import { signedInWith, type TestApp } from './app.ts'
import { oidcDirectory } from './directories.ts'
import type { Lie, LyingProvider } from './lying-provider.ts'

/** Begins a log-in as a browser does. */
export async function begin(t: TestApp, directoryId: string) {
  const response = await t.app.inject({
    method: 'POST',
    url: `/api/v1/login/directories/${directoryId}/start`,
  })
  const cookie = response.cookies.find(({ name }) => name === 'ats_oidc')
  if (response.statusCode !== 200) return { status: response.statusCode, body: response.json() }
  return {
    status: 200,
    body: response.json(),
    ...atProvider(response.json().address),
    cookie: cookie?.value ?? '',
  }
}

/** What the browser takes to the provider. */
export function atProvider(text: string) {
  const address = new URL(text)
  const sent = (name: string) => address.searchParams.get(name) ?? ''
  return { address, state: sent('state'), nonce: sent('nonce') }
}

type Return = { cookie?: string | undefined; body: Record<string, unknown> }

/** Comes back from the provider. */
export async function complete(t: TestApp, { cookie, body }: Return) {
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/v1/login/oidc',
    payload: body,
    headers: { 'sec-fetch-site': 'same-origin' },
    ...(cookie !== undefined && { cookies: { ats_oidc: cookie } }),
  })
  const answer = response.json()
  const session = response.cookies.find(({ name }) => name === 'ats_session')
  return {
    status: response.statusCode,
    code: answer.code as string | undefined,
    body: answer,
    cookies: response.cookies,
    ...signedInWith(answer.token, session?.value ?? ''),
  }
}

export type Wish = Lie & {
  settings?: object
  groups?: Parameters<typeof oidcDirectory>[2] extends infer O
    ? O extends { groups?: infer G }
      ? G
      : never
    : never
  directoryId?: string
}

/** A whole log-in with a provider that lies in one point; staff get the role User in Indore. */
export async function logIn(t: TestApp, provider: LyingProvider, wish: Wish = {}) {
  const { settings = {}, groups = { staff: { role: 'User' } }, directoryId, claims, ...lie } = wish
  const id = directoryId ?? (await oidcDirectory(t, provider.issuer, { settings, groups }))
  const email = `${randomUUID()}@corp.example`
  provider.tell({ ...lie, claims: { email, ...claims } })
  const begun = await begin(t, id)
  if (!('nonce' in begun)) throw new Error(`The log-in did not begin: ${JSON.stringify(begun.body)}`)
  provider.expectNonce(begun.nonce)
  const done = await complete(t, { cookie: begun.cookie, body: { code: 'code', state: begun.state } })
  return { ...done, directoryId: id, email, begun }
}
