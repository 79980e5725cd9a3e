import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { day, location, pageQuery, pageReply } from './paging.ts'

const master = ['created', 'changed', 'deleted', 'merged'] as const

/** What can happen to each kind of record. A line of the ledger names both, as `asset` and `asset.changed`. */
const happenings = {
  user: [
    'created',
    'changed',
    'deleted',
    'signed-in',
    'password-changed',
    'picture-changed',
    'mail-choices-changed',
    'session-ended',
    'other-sessions-ended',
  ],
  role: ['created', 'changed', 'deleted'],
  'access-request': ['created', 'changed', 'approved', 'rejected'],
  place: master,
  'asset-name': master,
  'asset-state': master,
  vendor: master,
  brand: master,
  asset: ['registered', 'changed', 'tag-replaced', 'tag-lost', 'rental-ending', 'deleted', 'restored'],
  'state-change': ['requested', 'accepted', 'denied', 'undone', 'cancelled', 'stale'],
  import: ['uploaded', 'checked', 'applied', 'finished', 'failed', 'cancelled', 'undone', 'forgotten'],
  export: ['created', 'finished', 'failed', 'cancelled'],
  'bulk-job': ['started', 'finished', 'failed', 'cancelled'],
} as const

export type RecordKind = keyof typeof happenings
export type AuditAction = { [Kind in RecordKind]: `${Kind}.${(typeof happenings)[Kind][number]}` }[RecordKind]

export const recordKinds = Object.keys(happenings) as [RecordKind, ...RecordKind[]]

export const actionsOf = (kind: RecordKind) =>
  happenings[kind].map((what) => `${kind}.${what}` as AuditAction)

const actions = recordKinds.flatMap(actionsOf) as [AuditAction, ...AuditAction[]]

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
