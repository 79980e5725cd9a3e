import { randomUUID } from 'node:crypto'
import type { TestOutcome } from '@ats/contract/webhooks.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Id } from '#kernel/db/db.ts'
import { openTarget, TargetRefused } from '#kernel/http/outgoing.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import type { Services } from '#kernel/services.ts'
import { webhookById } from './queries.ts'
import { secretSealer, secretsOf, signedHeaders } from './signature.ts'

const timeoutMs = 10_000

/** Sends a message without an entry, and waits for its outcome. */
export async function sendTest({ db, config }: Services, actor: Actor, id: Id): Promise<TestOutcome> {
  const { mine, name, url } = await webhookById(db, actor, id)
  if (!mine) throw new Problem('forbidden')
  const columns = ['secret', 'former_secret', 'former_secret_until'] as const
  const stored = await db.selectFrom('webhooks').select(columns).where('id', '=', id).executeTakeFirst()
  const secrets = secretsOf(secretSealer(config.secret), found(stored, 'webhook-not-found'))
  if (secrets === undefined) return refused('secret-unreadable')
  const body = JSON.stringify({
    ...{ type: 'webhook.test', timestamp: new Date().toISOString() },
    data: { webhook: name },
  })
  try {
    const target = await openTarget(url, { networks: config.webhookNetworks })
    const headers = signedHeaders(secrets, `msg_test_${randomUUID().replaceAll('-', '')}`, body)
    const outcome = await target.post(headers, body, { timeoutMs }).finally(target.close)
    return { delivered: outcome.failure === null, ...outcome }
  } catch (error) {
    if (error instanceof TargetRefused) return refused(error.failure)
    throw error
  }
}

const refused = (failure: TestOutcome['failure']): TestOutcome => ({
  ...{ delivered: false, code: null, failure, durationMs: null },
})
