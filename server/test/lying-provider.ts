import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose'
import { afterAll } from 'vitest'

export const clientId = 'ats-client'
export const clientSecret = 'a secret of the client'

export type Key = { kid: string; privateKey: CryptoKey; jwk: JWK }

export async function newKey(kid: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

export type Lie = {
  /** Claims that replace those of an honest token; undefined removes one. */
  claims?: Record<string, unknown>
  header?: Partial<JWTHeaderParameters>
  /** Makes the whole token by itself. */
  token?: (claims: Record<string, unknown>) => Promise<string> | string
  metadata?: Record<string, unknown>
  userinfo?: Record<string, unknown>
  /** Responds to a path by itself. */
  respond?: Record<string, (response: ServerResponse, request: IncomingMessage) => void>
}

const seconds = () => Math.floor(Date.now() / 1000)

async function bodyOf(request: IncomingMessage) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return new URLSearchParams(Buffer.concat(parts).toString())
}

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  userinfo_endpoint: `${issuer}/userinfo`,
  end_session_endpoint: `${issuer}/end`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})

const honestClaims = (issuer: string, nonce: string) => ({
  ...{ iss: issuer, sub: 'person-1', aud: clientId, iat: seconds(), exp: seconds() + 300, nonce },
  ...{ email: 'person@corp.example', email_verified: true, given_name: 'Asha', family_name: 'Rao' },
  groups: ['staff'],
})

const withoutMissing = (claims: object) =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))

/**
 * An OIDC provider on loopback that does whatever a test tells it to. Closed after the file's tests, unless several
 * files share it.
 */
export async function lyingProvider({ isShared = false } = {}) {
  let signing = await newKey('first')
  let published = [signing]
  let lie: Lie = {}
  let nonce = ''
  const tokenRequests: { form: URLSearchParams; authorization: string | undefined }[] = []

  async function idToken() {
    const claims = withoutMissing({ ...honestClaims(issuer, nonce), ...lie.claims })
    if (lie.token !== undefined) return lie.token(claims)
    const header = { alg: 'RS256', kid: signing.kid, ...lie.header }
    return new SignJWT(claims).setProtectedHeader(header).sign(signing.privateKey)
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', issuer)
    const own = lie.respond?.[pathname]
    if (own !== undefined) return own(response, request)
    const send = (body: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (pathname === '/.well-known/openid-configuration')
      return send({ ...metadataOf(issuer), ...lie.metadata })
    if (pathname === '/jwks') return send({ keys: published.map(({ jwk }) => jwk) })
    if (pathname === '/userinfo') return send({ sub: 'person-1', ...lie.userinfo })
    if (pathname !== '/token') return response.writeHead(404).end()
    tokenRequests.push({ form: await bodyOf(request), authorization: request.headers.authorization })
    return send({ access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: await idToken() })
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  if (isShared) server.unref()
  else afterAll(close)

  return {
    issuer,
    tokenRequests,
    key: () => signing,
    tell: (next: Lie) => {
      lie = next
    },
    expectNonce: (next: string) => {
      nonce = next
    },
    /** Signs with a new key from now on, and publishes these. */
    rotate: (next: Key, keys: Key[]) => {
      signing = next
      published = keys
    },
  }
}
export type LyingProvider = Awaited<ReturnType<typeof lyingProvider>>
