import { z } from 'zod'
import { bulkResult } from './bulk.ts'
import { mostAtOnce } from './bulk-jobs.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { location, pageQuery, pageReply } from './paging.ts'

export const droppedLetters = z
  .number()
  .int()
  .describe('Undelivered messages that are gone: no room, or too old.')

export const deadLetterReasons = ['unreadable', 'unknown-reader', 'future', 'too-old', 'failed'] as const
export type DeadLetterReason = (typeof deadLetterReasons)[number]

export const deadLetter = z.object({
  _id: z.uuid(),
  readerId: z.uuid().nullable(),
  reader: z.string().nullable(),
  reason: z.enum(deadLetterReasons),
  detail: z.string().nullable(),
  expected: z
    .array(z.string())
    .describe("Paths of the fields that the reader's format needs, where the message was unreadable."),
  payload: z.string().describe('What the reader sent; at most 4,000 characters of it.'),
  receivedAt: z.string(),
  deadAt: z.string(),
  replaying: z.boolean(),
})
export type DeadLetter = z.infer<typeof deadLetter>

export const deadLetterFilter = pageQuery.pick({ cursor: true, size: true }).extend({
  location: location.optional(),
  readerId: id.optional(),
  reason: z.enum(deadLetterReasons).optional(),
})
export type DeadLetterFilter = z.infer<typeof deadLetterFilter>

const ids = z.array(id).min(1).max(mostAtOnce)

/** Endpoints of fixed readers need Manage Asset. */
export const managed = <const Method extends Endpoint['method'], const Path extends `/${string}`>(
  method: Method,
  path: Path,
) => ({ method, path, permission: 'manage-asset' as const })

export const deadLetters = {
  list: endpoint({
    ...managed('GET', '/api/v1/dead-letters'),
    reads: ['reader'],
    rows: 'deadLetters',
    summary: 'Messages of readers that could not be written, the latest first',
    query: deadLetterFilter,
    reply: z.object({ deadLetters: z.array(deadLetter), dropped: droppedLetters, ...pageReply }),
  }),
  replay: endpoint({
    ...managed('POST', '/api/v1/dead-letters/replay'),
    writes: ['reader'],
    summary: 'Try messages again, with their own times or with those at which they came in',
    body: z.object({ ids, times: z.enum(['as-sent', 'as-received']).default('as-sent') }),
    reply: bulkResult,
  }),
  discard: endpoint({
    ...managed('POST', '/api/v1/dead-letters/discard'),
    writes: ['reader'],
    summary: 'Throw messages away',
    body: z.object({ ids }),
    reply: bulkResult,
  }),
}
