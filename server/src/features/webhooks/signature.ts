import { createHmac, randomBytes } from 'node:crypto'
import type { Id } from '#kernel/db/db.ts'
import { type Sealer, sealer } from '#kernel/sealing.ts'

// The format of https://www.standardwebhooks.com

const prefix = 'whsec_'
const secretBytes = 32

export const newWebhookSecret = () => prefix + randomBytes(secretBytes).toString('base64')

export const secretSealer = (secret: string): Sealer => sealer(secret, 'webhook secrets')

/** The same entry has the same id in every attempt and replay, so that a receiver can leave out repetitions. */
export const messageId = (webhookId: Id, eventId: number) => `msg_${eventId}_${webhookId.replaceAll('-', '')}`

const signature = (secret: string, content: string) => {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

/** The headers of one message; each secret signs it. */
export function signedHeaders(secrets: readonly string[], id: string, body: string) {
  const timestamp = Math.floor(Date.now() / 1000)
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Asset-Tracking-Solution',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => signature(secret, `${id}.${timestamp}.${body}`)).join(' '),
  }
}

type Stored = { secret: string; former_secret: string | null; former_secret_until: string | null }

/** The secrets that sign now; undefined if the secret of the installation was changed. */
export function secretsOf({ unseal }: Sealer, stored: Stored): string[] | undefined {
  const secret = unseal(stored.secret)
  if (secret === undefined) return undefined
  const { former_secret: former, former_secret_until: until } = stored
  const isInOverlap = former !== null && until !== null && new Date(until) > new Date()
  const earlier = isInOverlap ? unseal(former) : undefined
  return earlier === undefined ? [secret] : [secret, earlier]
}
