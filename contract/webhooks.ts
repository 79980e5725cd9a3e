import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { done, pageQuery, pageReply } from './paging.ts'
import { auditReaders } from './permissions.ts'
import { says } from './problems/fields.ts'
import { actionsOf, type RecordAction, type RecordKind, recordKinds } from './record-kinds.ts'
import { neededText } from './text.ts'
import { editedVersion, version } from './versions.ts'

export type WebhookTopic = RecordKind | RecordAction

/** What a webhook sends: all entries about a kind of record, such as `asset`, or one action, such as `asset.changed`. */
export const webhookTopics = recordKinds.flatMap((kind): WebhookTopic[] => [kind, ...actionsOf(kind)]) as [
  WebhookTopic,
  ...WebhookTopic[],
]

/** `failing`: an entry could not be delivered for three days; the webhook keeps trying. */
export const webhookStates = ['active', 'paused', 'failing'] as const
export type WebhookState = (typeof webhookStates)[number]

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'skipped'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Why an attempt failed. */
export const deliveryFailures = [
  'status',
  'redirect',
  'timeout',
  'unreachable',
  'name-unknown',
  'address-not-allowed',
  'certificate',
  'secret-unreadable',
] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]

const place = z.object({ id: z.uuid(), path: z.string() })

export const webhook = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  topics: z.array(z.string()),
  places: z
    .array(place)
    .nullable()
    .describe('Only entries in or below these places; null: every place that its owner may see.'),
  state: z.enum(webhookStates),
  mine: z.boolean(),
  by: z.string().describe('Its owner.'),
  secretMadeAt: z.string(),
  formerSecretUntil: z
    .string()
    .nullable()
    .describe('Until then messages are also signed with the former secret.'),
  heldUntil: z
    .string()
    .nullable()
    .describe('After many failures in a row nothing is sent until then; then one message is tried.'),
  pending: z.number().int().describe('Entries that wait to be delivered; at most 10,001 are counted.'),
  replaying: z.boolean(),
  lastDeliveredAt: z.string().nullable(),
  lastFailedAt: z.string().nullable(),
  createdAt: z.string(),
  version,
})
export type Webhook = z.infer<typeof webhook>

const outcome = {
  code: z.number().int().nullable().describe('The HTTP status of the last response; null if there was none.'),
  failure: z.enum(deliveryFailures).nullable(),
  durationMs: z.number().int().nullable(),
}

export const testOutcome = z.object({ delivered: z.boolean(), ...outcome })
export type TestOutcome = z.infer<typeof testOutcome>

export const delivery = z.object({
  eventId: z.number().int().describe('The entry in the audit log.'),
  action: z.string(),
  at: z.string().describe('The time of the entry.'),
  status: z
    .enum(deliveryStatuses)
    .describe('`failed`: given up after three days. `skipped`: the owner could no longer see the entry.'),
  tries: z.number().int(),
  triedAt: z.string().nullable(),
  nextAt: z.string().nullable().describe('The time of the next attempt; null if there is none.'),
  ...outcome,
})
export type Delivery = z.infer<typeof delivery>

const mostPlaces = 100
const url = z
  .url({ protocol: /^https?$/, error: says('webhook-url-malformed') })
  .max(2000, says('text-too-long'))
  .refine((text) => {
    if (!URL.canParse(text)) return false
    const { username, password, hash } = new URL(text)
    return username === '' && password === '' && hash === ''
  }, says('webhook-url-malformed'))

const fields = z.object({
  name: neededText('name-required').max(100, says('text-too-long')),
  url,
  topics: z
    .array(z.enum(webhookTopics), says('webhook-topic-required'))
    .min(1, says('webhook-topic-required'))
    .max(webhookTopics.length),
  placeIds: z.array(id).min(1, says('webhook-place-required')).max(mostPlaces).nullable(),
})
export const newWebhook = fields.extend({ placeIds: fields.shape.placeIds.default(null) })
export type NewWebhook = z.infer<typeof newWebhook>

export const webhookChange = fields.extend({ paused: z.boolean() }).partial().extend({
  version: editedVersion,
})
export type WebhookChange = z.infer<typeof webhookChange>

export const webhookReplay = z
  .object({
    since: z.iso.datetime({ offset: true }).optional().describe('Entries from this time on.'),
    fromEvent: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  })
  .refine(({ since, fromEvent }) => (since === undefined) !== (fromEvent === undefined), {
    path: ['since'],
    error: says('webhook-replay-start-required'),
  })
export type WebhookReplay = z.infer<typeof webhookReplay>

export const deliveryFilter = pageQuery.pick({ cursor: true, size: true }).extend({
  status: z.enum(deliveryStatuses).optional(),
})
export type DeliveryFilter = z.infer<typeof deliveryFilter>

const withSecret = z.object({
  webhook,
  secret: z.string().describe('Starts with whsec_. Shown this once; the server stores it encrypted.'),
})

const byId = z.object({ id })
const writing = { permission: auditReaders, writes: ['webhook'] } as const
const reading = { method: 'GET', permission: auditReaders, reads: ['webhook'] } as const

export const webhooks = {
  list: endpoint({
    ...reading,
    path: '/api/v1/webhooks',
    summary: 'The webhooks of the caller, by name; administrators see those of everybody',
    reply: z.object({ webhooks: z.array(webhook) }),
  }),
  create: endpoint({
    ...writing,
    method: 'POST',
    path: '/api/v1/webhooks',
    summary: 'Send entries of the audit log that the caller may see to a URL; the secret is shown this once',
    status: 201,
    body: newWebhook,
    reply: withSecret,
  }),
  get: endpoint({
    ...reading,
    path: '/api/v1/webhooks/:id',
    summary: 'One webhook',
    params: byId,
    reply: webhook,
  }),
  change: endpoint({
    ...writing,
    method: 'PATCH',
    path: '/api/v1/webhooks/:id',
    summary: 'Change, pause or resume a webhook; administrators may pause those of others',
    params: byId,
    body: webhookChange,
    reply: webhook,
  }),
  remove: endpoint({
    ...writing,
    method: 'DELETE',
    path: '/api/v1/webhooks/:id',
    summary: 'Delete a webhook; entries that wait are not sent',
    params: byId,
    reply: done,
  }),
  rotate: endpoint({
    ...writing,
    method: 'POST',
    path: '/api/v1/webhooks/:id/secret',
    summary: 'Make a new secret, shown this once; for 24 hours messages carry signatures of both secrets',
    params: byId,
    reply: withSecret,
  }),
  test: endpoint({
    ...writing,
    method: 'POST',
    path: '/api/v1/webhooks/:id/test',
    writes: [],
    summary: 'Send a signed test message now and report the outcome',
    params: byId,
    reply: testOutcome,
  }),
  replay: endpoint({
    ...writing,
    method: 'POST',
    path: '/api/v1/webhooks/:id/replay',
    summary: 'Send again all entries from a time or an entry on, with the same message ids',
    params: byId,
    body: webhookReplay,
    reply: webhook,
  }),
  deliveries: endpoint({
    ...reading,
    path: '/api/v1/webhooks/:id/deliveries',
    rows: 'deliveries',
    summary: 'Entries that wait or were sent recently, newest first',
    params: byId,
    query: deliveryFilter,
    reply: z.object({ deliveries: z.array(delivery), ...pageReply }),
  }),
  repeat: endpoint({
    ...writing,
    method: 'POST',
    path: '/api/v1/webhooks/:id/deliveries/:eventId/repeat',
    summary: 'Send one entry again',
    params: byId.extend({ eventId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
    reply: done,
  }),
}
