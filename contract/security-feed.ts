// Why it is built this way: docs/decisions/066-security-feed.md

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { day, pageQuery, pageReply } from './paging.ts'
import { auditReaders } from './permissions.ts'

/** Every kind of entry in the security feed. Changes come from the ledger, the others from `security_events`. */
export const securityKinds = [
  'sign-in-failed',
  'sign-in-throttled',
  'signed-in',
  'permission-refused',
  'throttled',
  'key-refused',
  'password-changed',
  'email-changed',
  'role-changed',
  'places-changed',
  'permissions-changed',
  'user-created',
  'user-disabled',
  'user-enabled',
  'user-deleted',
  'session-ended-by-administrator',
  'second-factor-reset',
  'key-created',
  'key-changed',
  'key-revoked',
  'mapping-changed',
  'directory-unavailable',
] as const
export type SecurityKind = (typeof securityKinds)[number]

export const securityEntry = z.object({
  id: z.number().int(),
  at: z.string().describe('The first time within its minute.'),
  lastAt: z.string(),
  kind: z.string().describe('One of the kinds of the filter; a newer version may write others.'),
  count: z.number().int().describe('Equal events of one minute are one entry.'),
  personId: z.uuid().nullable().describe('The person that it is about; null if no account is known.'),
  person: z.string().nullable(),
  isProgram: z.boolean().describe('The account is a program, not a person.'),
  by: z.string().nullable().describe('Who made a change.'),
  account: z.string().nullable().describe('A mark of the typed email, if it belongs to no account.'),
  keyId: z.uuid().nullable(),
  address: z.string().nullable(),
  network: z.string().nullable(),
  userAgent: z.string().nullable(),
  requestId: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  auditId: z
    .number()
    .int()
    .nullable()
    .describe('The entry of the audit log with the values before and after.'),
})
export type SecurityEntry = z.infer<typeof securityEntry>

export const securityFilter = pageQuery.omit({ search: true }).extend({
  sort: z.enum(['at']).default('at'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  kind: z.enum(securityKinds).optional(),
  userId: id.optional().describe('Entries about this person, and changes made by this person.'),
  network: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe(
      'An IPv4 address, or the /64 network of an IPv6 address; an IPv6 address stands for its network.',
    ),
  from: day.optional().describe('From the start of this day, UTC.'),
  to: day.optional().describe('Up to the end of this day, UTC.'),
})
export type SecurityFilter = z.infer<typeof securityFilter>

export const securityFeed = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/security-feed',
    permission: auditReaders,
    reads: ['user', 'role'],
    rows: 'entries',
    summary: 'Sign-ins, failed attempts and changes of access, newest first',
    query: securityFilter,
    reply: z.object({ entries: z.array(securityEntry), ...pageReply }),
  }),
  lines: endpoint({
    method: 'GET',
    path: '/api/v1/security-feed/lines',
    permission: 'reports',
    reads: [],
    summary: 'New entries since a position as JSON lines, for people who see every place',
    query: z.object({
      since: z
        .string()
        .max(8000)
        .optional()
        .describe(
          'The header `next-position` of the last response; without it, the response is only a position.',
        ),
      size: z.coerce.number().int().min(1).max(1000).default(500),
    }),
    reply: 'file',
  }),
}
