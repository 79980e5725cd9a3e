import type { AuditEvent } from '@ats/contract/audit.ts'
import { auditReaders, isAllowed } from '@ats/contract/permissions.ts'
import { linesSeenBy } from '#features/audit/audit.ts'
import { actorOf } from '#features/identity/identity.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Id } from '#kernel/db/db.ts'
import { openTarget, type Target, TargetRefused } from '#kernel/http/outgoing.ts'
import type { Services } from '#kernel/services.ts'
import { type Attempt, type Due, dueDeliveries, saveAttempts } from './deliveries.ts'
import { type Leased, release, renew } from './lease.ts'
import { readPage } from './ledger-pages.ts'
import { messageId, secretSealer, secretsOf, signedHeaders } from './signature.ts'

const timeoutMs = 15_000
const connections = 32
/** Then other webhooks get their turn. */
const longestRunMs = 10_000

/**
 * Sends the entries of a leased webhook until none is due; another worker continues if this one dies. Returns true if
 * more may be due.
 */
export async function sendEntries(
  services: Services,
  id: Id,
  worker: Id,
  signal: AbortSignal,
): Promise<boolean> {
  const until = performance.now() + longestRunMs
  let isFull = false
  let target: Target | undefined
  let url: string | undefined
  try {
    while (performance.now() < until && !signal.aborted) {
      const webhook = await renew(services.db, id, worker)
      const owner = webhook && (await ownerOf(services, webhook))
      if (webhook === undefined || owner === undefined) return false
      const due = await dueDeliveries(services.db, webhook)
      if (due.length === 0) {
        const page = await readPage(services, webhook, owner)
        isFull = page === 'full'
        if (page === 'read') continue
        return false
      }
      if (url !== webhook.url) {
        target?.close()
        url = webhook.url
        target = await targetOf(services, webhook)
      }
      const attempts = await sendBatch(services, { webhook, owner, target, signal }, due)
      if (signal.aborted) return false
      if (await saveAttempts(services, webhook, owner, attempts)) return false
    }
    return true
  } finally {
    target?.close()
    await release(services.db, id, worker, isFull)
  }
}

/** The owner with their present rights; undefined if they may read no entries any more. */
async function ownerOf({ db }: Services, { id, ownerId }: Leased): Promise<Actor | undefined> {
  const owner = await actorOf(db, ownerId, `webhook ${id}`)
  return owner !== undefined && isAllowed(auditReaders, owner.permissions) ? owner : undefined
}

const refusing = (failure: TargetRefused['failure']): Target => ({
  post: async () => ({ code: null, failure, durationMs: 0 }),
  close: () => undefined,
})

/** A target that may not be used fails like one that does not answer. */
async function targetOf({ config }: Services, { url }: Leased): Promise<Target> {
  try {
    return await openTarget(url, { networks: config.webhookNetworks }, connections)
  } catch (error) {
    if (error instanceof TargetRefused) return refusing(error.failure)
    throw error
  }
}

type Sending = { webhook: Leased; owner: Actor; target: Target | undefined; signal: AbortSignal }

async function sendBatch(
  services: Services,
  { webhook, owner, target, signal }: Sending,
  due: readonly Due[],
) {
  const { db, config } = services
  const entries = due.map(({ eventId, eventAt }) => ({ id: eventId, at: eventAt }))
  const lines = new Map((await linesSeenBy(db, owner, entries)).map((line) => [line.id, line]))
  const secrets = secretsOf(secretSealer(config.secret), webhook)
  const reached = secrets === undefined ? refusing('secret-unreadable') : (target ?? refusing('unreachable'))
  return Promise.all(
    due.map(async (one): Promise<Attempt> => {
      const line = lines.get(one.eventId)
      if (line === undefined) return { ...one, outcome: undefined }
      const body = bodyOf(line)
      const headers = signedHeaders(secrets ?? [], messageId(webhook.id, line.id), body)
      return { ...one, outcome: await reached.post(headers, body, { timeoutMs, signal }) }
    }),
  )
}

const bodyOf = (line: AuditEvent) =>
  JSON.stringify({ type: line.action, timestamp: new Date(line.at).toISOString(), data: line })
