import { randomUUID } from 'node:crypto'
import { webhooks } from '@ats/contract/webhooks.ts'
import type { TestApp } from './app.ts'
import { ownDelivery, ownWebhook } from './matrix-webhook-rows.ts'
import { attempt } from './scope-attempt.ts'
import { administratorOf } from './stock.ts'

const webhookOf = async (t: TestApp) => ownWebhook(t, await administratorOf(t))
const webhookWith = async (t: TestApp) => ({
  ...(await webhookOf(t)),
  body: { paused: true, since: '2026-01-01T00:00:00Z' },
})

/** A webhook for a place out of scope, and changes to another person's webhook. */
export const webhookAttempts = (placeId: string) => [
  attempt(
    webhooks.create,
    {
      body: { name: randomUUID(), url: 'https://webhook.invalid/', topics: ['asset'], placeIds: [placeId] },
    },
    [400],
  ),
  ...[webhooks.change, webhooks.replay].map((call) => attempt(call, webhookWith, [404])),
  ...[webhooks.remove, webhooks.rotate, webhooks.test].map((call) => attempt(call, webhookOf, [404])),
  attempt(webhooks.repeat, async (t) => ownDelivery(t, await administratorOf(t)), [404]),
]
