import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url')

type Wrong = { origin?: string; rpId?: string; challenge?: string; counter?: number; type?: string }

const flags = { userPresent: 1, userVerified: 4, newCredential: 64 }

/** A new credential as an authenticator describes it: its id and its public key in COSE. */
function credentialData(id: Buffer, publicKey: KeyObject) {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = new Map<number, number | Uint8Array>([
    ...([
      [1, 2],
      [3, -7],
      [-1, 1],
    ] as const),
    [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
    [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
  ])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length)
  return Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)])
}

/** A passkey in software: signs as a browser with a security key does, and can do it wrongly. */
export function newAuthenticator({ origin = 'http://ats.test', rpId = 'ats.test' } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0

  const clientData = (type: string, challenge: string, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: false,
      }),
    )

  const authenticatorData = (bits: number, wrong: Wrong, credential = Buffer.alloc(0)) => {
    counter = wrong.counter ?? counter + 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(wrong.rpId ?? rpId), Buffer.from([bits]), count, credential])
  }

  const responseOf = (response: object) => ({
    ...{ id: base64url(id), rawId: base64url(id), type: 'public-key', response, clientExtensionResults: {} },
  })

  return {
    /** The response to options for a new passkey. */
    create({ challenge }: { challenge: string }, wrong: Wrong = {}) {
      const bits = flags.userPresent + flags.userVerified + flags.newCredential
      const authData = authenticatorData(bits, wrong, credentialData(id, publicKey))
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authData)],
      ])
      return responseOf({
        clientDataJSON: base64url(clientData('webauthn.create', challenge, wrong)),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      })
    },
    /** The response to options for a sign-in. */
    sign({ challenge }: { challenge: string }, wrong: Wrong = {}) {
      const data = authenticatorData(flags.userPresent + flags.userVerified, wrong)
      const client = clientData('webauthn.get', challenge, wrong)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return responseOf({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      })
    },
  }
}
