import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { ownTexts } from './own-fields/types.ts'
import { day, location, pageQuery, pageReply } from './paging.ts'
import { auditReaders } from './permissions.ts'
import { actionsOf, type RecordAction, recordKinds } from './record-kinds.ts'

const actions = recordKinds.flatMap(actionsOf) as [RecordAction, ...RecordAction[]]

/** A ledger entry as the audit log shows it. */
export const auditEvent = z.object({
  id: z.number().int(),
  at: z.string(),
  by: z.string().nullable().describe('Null where nobody was signed in.'),
  byProgram: z.boolean().describe('A program did it with its key; `by` is the name of the program.'),
  action: z.string(),
  recordKind: z.string(),
  recordId: z.uuid(),
  readableId: z
    .string()
    .nullable()
    .describe('What people know the record by: A0000042, or the number of a user or role.'),
  recordName: z.string().nullable().describe('What the record is called; a place by the way to it.'),
  place: z.string().nullable().describe('The path of the place it happened in.'),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  requestId: z.string(),
})
export type AuditEvent = z.infer<typeof auditEvent>

export const auditFilter = pageQuery.extend({
  search: pageQuery.shape.search.describe(
    'Lines about records with this readable id, tag, serial number or number, or whose name holds this text.',
  ),
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
    permission: auditReaders,
    reads: recordKinds,
    rows: 'events',
    summary: 'What happened, newest first, as far as the caller may know of it',
    query: auditFilter,
    reply: z.object({ events: z.array(auditEvent), ownTexts, ...pageReply }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/audit/:id',
    permission: auditReaders,
    reads: [],
    summary: 'One line of it',
    params: z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
    reply: auditEvent.extend({ ownTexts }),
  }),
}
