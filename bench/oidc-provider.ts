import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const clientId = 'bench'
export const everybody = 'everybody'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function tokenOf(issuer: string, subject: string, nonce: string) {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    ...{ iss: issuer, aud: clientId, iat: now, exp: now + 300, nonce, sub: subject },
    ...{ email: `${subject}@example.org`, email_verified: true, given_name: subject, groups: [everybody] },
  }
  const content = `${encoded({ alg: 'RS256', kid: 'bench' })}.${encoded(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`
}

/** An OIDC provider on loopback whose people have logged in there already: a code is their name and the nonce. */
export async function openProvider() {
  const server = createServer(async (request, response) => {
    const send = (body: object) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration') return send(metadata)
    if (request.url === '/jwks') return send({ keys: [key] })
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const code = new URLSearchParams(Buffer.concat(parts).toString()).get('code') ?? ''
    const [subject = '', nonce = ''] = code.split(' ')
    return send({
      ...{ access_token: 'access', token_type: 'Bearer', expires_in: 60 },
      id_token: tokenOf(issuer, subject, nonce),
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'bench', alg: 'RS256', use: 'sig' }
  const metadata = {
    ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
    ...{
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
    },
    id_token_signing_alg_values_supported: ['RS256'],
  }
  return { issuer, close: () => server.close() }
}
