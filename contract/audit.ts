import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { day, location, pageQuery, pageReply } from './paging.ts'
import { actionsOf, type RecordAction, recordKinds } from './record-kinds.ts'

const actions = recordKinds.flatMap(actionsOf) as [RecordAction, ...RecordAction[]]

/** One line of the ledger, as administrators read it. */
export const auditEvent = z.object({
  id: z.number().int(),
  at: z.string(),
  by: z.string().nullable().describe('Null where nobody was signed in.'),
  action: z.string(),
  recordKind: z.string(),
  recordId: z.uuid(),
  place: z.string().nullable().describe('The path of the place it happened in.'),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  requestId: z.string(),
})
export type AuditEvent = z.infer<typeof auditEvent>

export const auditFilter = pageQuery.omit({ search: true }).extend({
  sort: z.enum(['at']).default('at'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  location: location.optional(),
  placeId: id.optional().describe('This place and all below it.'),
  userId: id.optional().describe('What this person did.'),
  action: z.enum(actions).optional(),
  recordKind: z.enum(recordKinds).optional(),
  recordId: id.optional(),
  from: day.optional().describe('From the start of this day, UTC.'),
  to: day.optional().describe('Up to the end of this day, UTC.'),
})
export type AuditFilter = z.infer<typeof auditFilter>

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/audit',
    permission: 'user-management',
    summary: 'What happened, newest first, as far as the caller may know of it',
    query: auditFilter,
    reply: z.object({ events: z.array(auditEvent), ...pageReply }),
  }),
}
