import { randomUUID } from 'node:crypto'
import { type NewWebhook, webhooks } from '@ats/contract/webhooks.ts'
import { sql } from 'kysely'
import type { Person, TestApp } from './app.ts'
import type { Rows } from './matrix-row.ts'

/** The name has no address, so nothing is sent. */
const newWebhook = (): NewWebhook => ({
  ...{ name: randomUUID(), url: 'https://webhook.invalid/', topics: ['asset'], placeIds: null },
})

/** A webhook of the caller; unknown if they may have none. */
export async function ownWebhook(t: TestApp, as: Person | null) {
  const made = await t.call(as, webhooks.create, { body: newWebhook() })
  return { params: { id: made.body.webhook?.id ?? randomUUID() } }
}

export async function ownDelivery(t: TestApp, as: Person | null) {
  const { params } = await ownWebhook(t, as)
  await sql`insert into webhook_deliveries (webhook_id, event_id, event_at, record_id, action)
    values (${params.id}, 1, now(), ${randomUUID()}, 'asset.changed')`.execute(t.db)
  return { params: { ...params, eventId: '1' } }
}

const withBody = (body: object) => async (t: TestApp, as: Person | null) => ({
  ...(await ownWebhook(t, as)),
  body,
})

export const webhookRows: Rows<'webhooks'> = {
  'webhooks.list': {},
  'webhooks.create': { input: async () => ({ body: newWebhook() }) },
  'webhooks.get': { input: (t, as) => ownWebhook(t, as) },
  'webhooks.change': { input: (t, as) => withBody({ paused: true })(t, as) },
  'webhooks.remove': { input: (t, as) => ownWebhook(t, as) },
  'webhooks.rotate': { input: (t, as) => ownWebhook(t, as) },
  'webhooks.test': { input: (t, as) => ownWebhook(t, as) },
  'webhooks.replay': { input: (t, as) => withBody({ since: '2026-01-01T00:00:00Z' })(t, as) },
  'webhooks.deliveries': { input: (t, as) => ownWebhook(t, as) },
  'webhooks.repeat': { input: (t, as) => ownDelivery(t, as) },
}
