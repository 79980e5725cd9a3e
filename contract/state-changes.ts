import { z } from 'zod'
import { bulkResult } from './bulk.ts'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { location, pageQuery, pageReply } from './paging.ts'
import { assetReaders } from './permissions.ts'
import { says } from './problems/fields.ts'

export const stateChangeStatuses = ['pending', 'accepted', 'denied', 'cancelled', 'stale'] as const
export type StateChangeStatus = (typeof stateChangeStatuses)[number]

/** How long the person who decided can undo the decision. */
export const undoMinutes = 5

export const stateChange = z.object({
  _id: z.uuid(),
  id: z.number().int().describe('A number that people can say to each other.'),
  assetId: z.uuid(),
  rfidTagId: z.string().nullable(),
  assetTagId: z.string(),
  assetName: z.string(),
  place: z.string().describe('The path of where the asset is, such as Indore > North > Office.'),
  placeNames: z.array(z.string()).describe('The parts of that path, the city first.'),
  assignedUser: z.string().nullable(),
  currentState: z.string().describe('The state the asset had when the change was asked for.'),
  newState: z.string(),
  reason: z.string(),
  image: z.string().nullable(),
  thumbnail: z.string().nullable(),
  status: z.enum(stateChangeStatuses),
  createdBy: z.string(),
  createdAt: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  note: z.string().nullable(),
  isMine: z.boolean().describe('The caller asked for it, so somebody else has to decide.'),
  undoableUntil: z.string().nullable().describe('Until when the caller can take their decision back.'),
})
export type StateChange = z.infer<typeof stateChange>

const mostAtOnce = 10_000
const ids = z.array(id).min(1, says('requests-required')).max(mostAtOnce)

export const newStateChanges = z.object({
  assets: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(id).min(1).max(mostAtOnce))
    .describe('The ids of the assets, parted by commas.'),
  newState: z.string().trim().min(1, says('new-state-required')).max(200),
  reason: z.string().trim().min(1, says('reason-required')).max(500, says('text-too-long')),
})

export const decision = z
  .object({
    ids,
    decision: z.enum(['accept', 'deny']),
    note: z.string().trim().max(500, says('text-too-long')).default(''),
  })
  .refine(({ decision, note }) => decision === 'accept' || note !== '', {
    path: ['note'],
    error: says('denial-note-required'),
  })
export type Decision = z.input<typeof decision>

export const stateChangeFilter = pageQuery.extend({
  sort: z
    .enum([
      ...(['id', 'rfidTagId', 'assetTagId', 'currentState', 'newState', 'createdBy', 'createdAt'] as const),
      ...(['status', 'place', 'assignedUser', 'decidedBy', 'decidedAt'] as const),
    ])
    .default('id'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  location: location.optional(),
  status: z.enum(stateChangeStatuses).optional(),
  mine: z.enum(['true', 'false']).default('false').describe('Only what the caller asked for.'),
  undoable: z
    .enum(['true', 'false'])
    .default('false')
    .describe('Only decisions that the caller can take back.'),
  assetId: id.optional(),
})
export type StateChangeFilter = z.infer<typeof stateChangeFilter>

/** The most ids that fit into an address; clients send further requests for more. */
export const mostAskedFor = 100

const byId = z.object({ id })

export const stateChanges = {
  create: endpoint({
    method: 'POST',
    path: '/api/v1/state-changes',
    permission: 'manage-asset',
    writes: ['state-change'],
    summary: 'Ask for the state of assets to be changed, with a photo if there is one',
    body: newStateChanges,
    image: 'optional',
    reply: bulkResult,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/state-changes',
    permission: 'manage-asset',
    reads: ['state-change'],
    rows: 'stateChanges',
    summary: 'The requests within scope, newest first',
    query: stateChangeFilter,
    reply: z.object({ stateChanges: z.array(stateChange), ...pageReply }),
  }),
  pending: endpoint({
    method: 'GET',
    path: '/api/v1/state-changes/pending',
    permission: 'manage-asset',
    reads: ['state-change'],
    summary: 'The requests that wait for a decision on these assets, at most one for each',
    query: z.object({
      assets: z
        .string()
        .transform((text) => text.split(',').map((part) => part.trim()))
        .pipe(z.array(id).min(1).max(mostAskedFor))
        .describe('The ids of the assets, parted by commas.'),
    }),
    reply: z.object({ stateChanges: z.array(stateChange) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/state-changes/:id',
    permission: 'manage-asset',
    reads: ['state-change'],
    summary: 'One request',
    params: byId,
    reply: stateChange,
  }),
  image: endpoint({
    method: 'GET',
    path: '/api/v1/state-changes/:id/image',
    permission: assetReaders,
    reads: [],
    summary: 'The photo that came with a request',
    params: byId,
    query: z.object({ size: z.enum(['thumbnail', 'full']).default('full') }),
    reply: 'file',
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/v1/state-changes/decide',
    permission: 'manage-asset',
    writes: ['state-change', 'asset'],
    summary:
      'Accept or deny requests; nobody decides their own, and one whose asset changed meanwhile is stale',
    body: decision,
    reply: bulkResult,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/v1/state-changes/undo',
    permission: 'manage-asset',
    writes: ['state-change', 'asset'],
    summary: `Take one's own decisions back within ${undoMinutes} minutes, while the assets are as they were left`,
    body: z.object({ ids }),
    reply: bulkResult,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/v1/state-changes/cancel',
    permission: 'manage-asset',
    writes: ['state-change'],
    summary: "Withdraw one's own requests",
    body: z.object({ ids }),
    reply: bulkResult,
  }),
}
