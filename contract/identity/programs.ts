import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { pageQuery, pageReply } from '../paging.ts'
import type { Permission } from '../permissions.ts'
import { place } from '../places.ts'
import { says } from '../problems/fields.ts'
import { neededText } from '../text.ts'
import { editedVersion, version } from '../versions.ts'

/** What a program may hold. User Management is missing: with it, a program could give itself every right. */
export const programPermissions = ['master', 'manage-asset', 'reports'] as const satisfies Permission[]
export type ProgramPermission = (typeof programPermissions)[number]

export const programStatuses = ['active', 'expired', 'revoked'] as const
export type ProgramStatus = (typeof programStatuses)[number]

/** The longest life of a key; a change of the program may extend it. */
export const mostKeyDays = 730
export const mostOverlapHours = 168
const mostRanges = 50

export const program = z.object({
  _id: z.uuid(),
  name: z.string(),
  permissions: z.array(z.enum(programPermissions)),
  everywhere: z.boolean().describe('It sees every place, also future ones.'),
  places: z.array(place).describe('What it may see; none only where it sees every place.'),
  addressRanges: z.array(z.string()).describe('From where its key works; none: from everywhere.'),
  status: z.enum(programStatuses),
  expiresAt: z.string(),
  revokedAt: z.string().nullable(),
  keyEnding: z.string().describe('The last four characters of its key.'),
  keyMadeAt: z.string(),
  formerKey: z
    .object({ ending: z.string(), worksUntil: z.string() })
    .nullable()
    .describe('The key before the present one, while it still works.'),
  lastUsedAt: z.string().nullable().describe('To the minute.'),
  lastUsedFrom: z.string().nullable().describe('The address of that request.'),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  mayChange: z.boolean().describe('The program may do no more than the caller, who may change it.'),
  version,
})
export type Program = z.infer<typeof program>

const withKey = z.object({ program, key: z.string().describe('Shown this once; only its hash is kept.') })

const name = neededText('name-required').max(100, says('text-too-long'))
const permissions = z
  .array(z.enum(programPermissions))
  .min(1, says('permission-required'))
  .max(programPermissions.length)
const isAddress = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
const addressRanges = z
  .array(
    z
      .string()
      .trim()
      .max(50)
      .refine((text) => isAddress.safeParse(text).success, says('address-range-malformed')),
  )
  .max(mostRanges)
  .describe('Addresses and ranges such as 192.0.2.0/24 or 2001:db8::/32; none: from everywhere.')

const dayMs = 24 * 60 * 60 * 1000
const isKeyLife = (moment: string) => {
  const ms = Date.parse(moment) - Date.now()
  return ms > 0 && ms <= (mostKeyDays + 1) * dayMs
}
const expiresAt = z.iso
  .datetime({ offset: true, error: says('key-expiry-wrong') })
  .refine(isKeyLife, says('key-expiry-wrong'))
  .describe(`A moment in the future, at most ${mostKeyDays} days from now.`)

const places = z.array(id).max(1000).describe('At least one, unless it sees every place.')

export const newProgram = z.object({
  name,
  permissions,
  everywhere: z.boolean().default(false),
  places: places.default([]),
  addressRanges: addressRanges.default([]),
  expiresAt,
})
export type NewProgram = z.output<typeof newProgram>

export const programChange = z
  .object({ name, permissions, everywhere: z.boolean(), places, addressRanges, expiresAt })
  .partial()
  .extend({ version: editedVersion })
export type ProgramChange = z.output<typeof programChange>

export const keyReplacement = z.object({
  overlapHours: z
    .number()
    .int()
    .min(0)
    .max(mostOverlapHours)
    .default(24)
    .describe('How long the present key works on; 0: it stops at once.'),
})

export const programFilter = pageQuery.pick({ cursor: true, size: true, search: true }).extend({
  status: z.enum(programStatuses).optional(),
})
export type ProgramFilter = z.output<typeof programFilter>

const byId = z.object({ id })

/** Service accounts. A program sends its key as a bearer token, and nobody can sign in as a program. */
export const programs = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/programs',
    permission: 'user-management',
    reads: ['program', 'place'],
    rows: 'programs',
    summary: 'Programs that see no more than the caller, by name',
    query: programFilter,
    reply: z.object({ programs: z.array(program), ...pageReply }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/programs',
    permission: 'user-management',
    writes: ['program'],
    summary: 'Add a program with a key, which is shown this once; nobody grants what they lack',
    status: 201,
    body: newProgram,
    reply: withKey,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/v1/programs/:id',
    permission: 'user-management',
    writes: ['program'],
    summary: 'Change a program; it counts from its next request on',
    params: byId,
    body: programChange,
    reply: program,
  }),
  replaceKey: endpoint({
    method: 'POST',
    path: '/api/v1/programs/:id/key',
    permission: 'user-management',
    writes: ['program'],
    summary: 'Give it another key, shown this once; the present one works on for a chosen time',
    params: byId,
    body: keyReplacement,
    reply: withKey,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/v1/programs/:id',
    permission: 'user-management',
    writes: ['program'],
    summary: 'Revoke the keys of a program for ever; they stop working at once, everywhere',
    params: byId,
    reply: program,
  }),
}
