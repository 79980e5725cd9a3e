import { z } from 'zod'
import { bulkResult, exceptions } from '../bulk.ts'
import { bulkAnswer, mostAtOnce } from '../bulk-jobs.ts'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { day, location, pageQuery, pageReply } from '../paging.ts'
import { assetReaders } from '../permissions.ts'
import { says } from '../problems/fields.ts'

/** found and misplaced are found; outside, binned and unknown are 'Access'. */
export const itemClasses = ['found', 'misplaced', 'not-found', 'outside', 'binned', 'unknown'] as const
export type ItemClass = (typeof itemClasses)[number]

const text = z.string().trim().min(1, says('reason-required')).max(500, says('text-too-long'))

/** What can be noted about a discrepancy, also after its inventory was approved. */
export const discrepancyOutcome = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('request-state'),
    newState: z.string().trim().min(1, says('new-state-required')).max(200),
    reason: text,
  }),
  z
    .object({
      action: z.literal('found-elsewhere'),
      where: z.string().trim().min(1, says('where-required')).max(200, says('text-too-long')),
      evidence: text,
    })
    .describe('It was found, but not by the count.'),
  z
    .object({ action: z.literal('replaced'), assetId: id, evidence: text })
    .describe('This asset is there instead.'),
  z
    .object({ action: z.literal('register-error'), reason: text })
    .describe('It should not have been expected there.'),
  z
    .object({ action: z.literal('investigate'), ownerId: id, until: day, reason: text })
    .describe('It stays listed after approval until somebody notes the outcome.'),
  z.object({ action: z.literal('ignore'), reason: text }),
])

/** What approving the inventory does about a discrepancy. */
export const resolution = z.discriminatedUnion('action', [
  z.object({ action: z.literal('move-here') }).describe('The asset is registered where it was seen.'),
  z
    .object({
      action: z.literal('register'),
      assetName: z.string().trim().min(1, says('asset-fields-required')).max(200),
    })
    .describe('An unknown tag becomes a new asset where it was seen.'),
  z.object({ action: z.literal('attach'), assetId: id }).describe('An unknown tag goes onto this asset.'),
  ...discrepancyOutcome.options,
])
export type Resolution = z.infer<typeof resolution>
export const resolutionActions = [
  ...(['move-here', 'request-state', 'register', 'attach'] as const),
  ...(['found-elsewhere', 'replaced', 'register-error', 'investigate', 'ignore'] as const),
] as const
export type ResolutionAction = Resolution['action']

/** The resolutions that can be proposed for each class; an asset found where it was expected needs none. */
export const resolutionsOf: Record<ItemClass, readonly ResolutionAction[]> = {
  found: [],
  misplaced: ['move-here', 'request-state', 'register-error', 'investigate', 'ignore'],
  'not-found': [
    ...(['request-state', 'found-elsewhere', 'replaced', 'register-error'] as const),
    ...(['investigate', 'ignore'] as const),
  ],
  outside: ['move-here', 'request-state', 'register-error', 'investigate', 'ignore'],
  binned: ['register-error', 'investigate', 'ignore'],
  unknown: ['register', 'attach', 'investigate', 'ignore'],
}

/** A proposal about one asset cannot be made for several items. */
export const ofOneItem: readonly ResolutionAction[] = ['attach', 'replaced']

export const inventoryItem = z.object({
  _id: z.uuid(),
  class: z.enum(itemClasses),
  assetId: z.uuid().nullable(),
  assetTagId: z.string().nullable(),
  assetName: z.string().nullable(),
  tag: z.string().nullable(),
  expectedPlaceId: z.uuid().nullable(),
  expectedPlace: z
    .array(z.string())
    .nullable()
    .describe('The path of where it is registered, where that is within scope.'),
  seenPlaceId: z.uuid().nullable(),
  seenPlace: z.array(z.string()).nullable(),
  seenBy: z.array(z.string()),
  seenAt: z.string().nullable(),
  reads: z.number().int(),
  rssi: z.number().nullable(),
  weak: z.boolean().describe('Read once only.'),
  severalRooms: z.boolean().describe('Read in more than one place; it counts in the likeliest.'),
  sightingId: z.uuid().nullable().describe('Seen by hand; the photo is under this id.'),
  note: z.string().nullable(),
  resolution: resolution.nullable(),
  resolutionName: z
    .string()
    .nullable()
    .describe('The person or the asset that the resolution names, where the caller may know it.'),
  resolvedBy: z.string().nullable(),
  outcome: z
    .string()
    .nullable()
    .describe('What became of the resolution when it was applied; null: as proposed.'),
})
export type InventoryItem = z.infer<typeof inventoryItem>

const filter = {
  class: z.enum(itemClasses).optional(),
  placeId: id.optional().describe('Expected or seen in this place or below.'),
  open: z
    .enum(['true', 'false'])
    .default('false')
    .describe('Only discrepancies that nothing is proposed for.'),
  weak: z.enum(['true', 'false']).default('false').describe('Only what was read once.'),
  search: pageQuery.shape.search.describe('Part of a tag, an asset tag id or an asset name.'),
}
export const itemFilter = pageQuery.pick({ cursor: true, size: true }).extend(filter)
export type ItemFilter = z.infer<typeof itemFilter>

export const resolving = z
  .object({
    items: z.array(id).min(1).max(mostAtOnce).optional().describe('These items.'),
    filter: z.object(filter).optional().describe('All items that the list with this filter shows.'),
    except: exceptions,
    resolution: resolution.nullable().describe('null takes back what was proposed.'),
  })
  .refine(
    ({ items, filter, except }) =>
      (items === undefined) !== (filter === undefined) && (except === undefined || filter !== undefined),
    says('items-or-filter'),
  )
export type Resolving = z.input<typeof resolving>

export const unknownTag = z.object({
  _id: z.uuid(),
  tag: z.string(),
  epc: z.string().nullable(),
  placeId: z.uuid(),
  placeNames: z.array(z.string()).describe('Where it was seen last.'),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  reads: z.number().int(),
  inventory: z
    .object({ _id: z.uuid(), inventoryId: z.string() })
    .nullable()
    .describe('The latest that read it.'),
  ignored: z.string().nullable().describe('Why it is left alone.'),
})
export type UnknownTag = z.infer<typeof unknownTag>

export const unknownTagFilter = pageQuery.pick({ cursor: true, size: true, search: true }).extend({
  location: location.optional(),
  inventoryId: id.optional(),
  ignored: z.enum(['true', 'false']).default('false').describe('Those that are left alone instead.'),
})
export type UnknownTagFilter = z.infer<typeof unknownTagFilter>

const byId = z.object({ id })

/** The most late sweeps and photos that one request shows or decides. */
export const mostLate = 100

export const lateRead = z.object({
  _id: z.uuid().describe('The id of the sweep or the sighting.'),
  kind: z.enum(['reads', 'photo']),
  user: z.string(),
  device: z.string(),
  placeNames: z
    .array(z.string())
    .describe('The path below the place of the inventory; empty: the place itself.'),
  tags: z.number().int().describe('Different tags; 1 for a photo.'),
  label: z.string().nullable().describe('Of a photo: what its label says.'),
  note: z.string().nullable(),
  seenAt: z.string().nullable().describe('When it was read or seen last, by the clock of the device.'),
  receivedAt: z.string(),
  included: z.boolean().nullable().describe('null while it waits for a decision.'),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
})
export type LateRead = z.infer<typeof lateRead>

export const inventoryReview = {
  lateReads: endpoint({
    method: 'GET',
    path: '/api/v1/inventories/:id/late-reads',
    permission: 'manage-asset',
    reads: ['inventory'],
    summary:
      'What came in after counting ended, those that wait for a decision first; not for who counts it blind until it is approved',
    params: byId,
    reply: z.object({ lateReads: z.array(lateRead) }),
  }),
  decideLateReads: endpoint({
    method: 'POST',
    path: '/api/v1/inventories/:id/late-reads',
    permission: 'manage-asset',
    writes: ['inventory'],
    summary: 'Include what came in after counting ended, as read by the people who sent it, or leave it out',
    params: byId,
    body: z.object({ ids: z.array(id).min(1).max(mostLate), include: z.boolean() }),
    reply: z.object({
      done: z.number().int().describe('Those that waited; others were decided about before.'),
    }),
  }),
  items: endpoint({
    method: 'GET',
    path: '/api/v1/inventories/:id/items',
    permission: 'reports',
    reads: ['inventory'],
    rows: 'items',
    summary:
      'What was expected and what was read, item by item; not for who counts it blind until it is approved',
    params: byId,
    query: itemFilter,
    reply: z.object({ items: z.array(inventoryItem), ...pageReply }),
  }),
  proposals: endpoint({
    method: 'GET',
    path: '/api/v1/inventories/:id/proposals',
    permission: 'reports',
    reads: ['inventory'],
    summary: 'For how many items each action is proposed; not for who counts it blind until it is approved',
    params: byId,
    reply: z.object({
      proposals: z.array(z.object({ action: z.enum(resolutionActions), count: z.number().int() })),
    }),
  }),
  resolve: endpoint({
    method: 'POST',
    path: '/api/v1/inventories/:id/resolutions',
    permission: 'manage-asset',
    writes: ['inventory', 'bulk-job'],
    summary: 'Propose what is to be done about items; it is applied when somebody else approves',
    params: byId,
    body: resolving,
    reply: bulkAnswer,
    orAccepted: true,
  }),
}

export const unknownTags = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/unknown-tags',
    permission: assetReaders,
    reads: ['unknown-tag', 'inventory', 'asset'],
    rows: 'unknownTags',
    summary: 'Tags that were read and that no asset has, the latest first',
    query: unknownTagFilter,
    reply: z.object({ unknownTags: z.array(unknownTag), ...pageReply }),
  }),
  ignore: endpoint({
    method: 'POST',
    path: '/api/v1/unknown-tags/ignore',
    permission: 'manage-asset',
    writes: ['unknown-tag', 'inventory'],
    summary: 'Leave tags alone, with a reason; null takes them up again',
    body: z.object({ ids: z.array(id).min(1).max(mostAtOnce), reason: text.nullable() }),
    reply: bulkResult,
  }),
}
