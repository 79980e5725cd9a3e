import { z } from 'zod'
import { bulkResult } from '../bulk.ts'
import { bulkAnswer, mostAtOnce } from '../bulk-jobs.ts'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { pageQuery, pageReply } from '../paging.ts'
import { says } from '../problems/fields.ts'
import { asset, assetFilter, changed, mostSortedAssets, newAsset } from './assets.ts'

const byId = z.object({ id })

export const assetEvent = z.object({
  id: z.number().int(),
  at: z.string(),
  by: z.string().nullable(),
  action: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  request: z
    .object({
      _id: z.uuid(),
      id: z.number().int(),
      currentState: z.string(),
      newState: z.string(),
      reason: z.string(),
      note: z.string().nullable(),
      createdBy: z.string(),
      image: z.string().nullable(),
      thumbnail: z.string().nullable(),
    })
    .nullable()
    .describe(
      'The request for another state that the line is about; its decision stands for the change it made.',
    ),
})
export type AssetEvent = z.infer<typeof assetEvent>

export const assetTag = z.object({
  rfidTag: z.string(),
  epc: z.string().nullable(),
  attachedAt: z.string(),
  attachedBy: z.string().nullable(),
  detachedAt: z.string().nullable(),
  ending: z.enum(['replaced', 'lost', 'deleted']).nullable(),
})
export type AssetTag = z.infer<typeof assetTag>

export const deletedAsset = asset.extend({
  deletedAt: z.string(),
  deletedBy: z.string().nullable(),
  reason: z.string().nullable(),
})
export type DeletedAsset = z.infer<typeof deletedAsset>

const chosen = {
  ids: z.array(id).min(1).max(10_000).optional().describe('These assets.'),
  filter: assetFilter
    .omit({ cursor: true, size: true })
    .optional()
    .describe('All assets that a list with this filter shows.'),
}

export const bulkAction = z
  .discriminatedUnion('action', [
    z.object({ ...chosen, action: z.literal('move'), placeId: id }),
    z.object({ ...chosen, action: z.literal('assign'), assignedUser: z.string().trim().max(200) }),
    z.object({ ...chosen, action: z.literal('delete'), reason: z.string().trim().max(500).optional() }),
  ])
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), says('assets-or-filter'))
export type BulkAction = z.infer<typeof bulkAction>

const sortedDeletedOrders = [
  ...(['assetName', 'rfidTag', 'city', 'place', 'assetState', 'serialNo'] as const),
  ...(['deletedBy', 'reason'] as const),
] as const

export const deletedFilter = pageQuery.extend({
  sort: z
    .enum(['deletedAt', ...sortedDeletedOrders])
    .default('deletedAt')
    .describe(`deletedAt: lists of any length; the others: up to ${mostSortedAssets} assets.`),
  direction: z.enum(['asc', 'desc']).default('desc'),
  location: assetFilter.shape.location,
})
export type DeletedFilter = z.infer<typeof deletedFilter>

export const assetUpkeep = {
  history: endpoint({
    method: 'GET',
    path: '/api/v1/assets/:id/history',
    permission: 'manage-asset',
    summary: 'What happened to an asset, newest first, and the tags it carried',
    params: byId,
    query: z.object({ before: z.coerce.number().int().positive().optional() }),
    reply: z.object({ events: z.array(assetEvent), more: z.boolean(), tags: z.array(assetTag) }),
  }),
  replaceTag: endpoint({
    method: 'POST',
    path: '/api/v1/assets/:id/tag',
    permission: 'manage-asset',
    summary: 'Attach a tag; one that is on the asset is replaced',
    params: byId,
    body: newAsset.pick({ rfidTag: true }),
    reply: changed,
  }),
  loseTag: endpoint({
    method: 'POST',
    path: '/api/v1/assets/:id/tag/lost',
    permission: 'manage-asset',
    summary: "Mark the asset's tag as lost",
    params: byId,
    reply: changed,
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/api/v1/assets/bulk',
    permission: 'manage-asset',
    summary: 'Move, assign or delete many assets; up to a thousand at once, more as a job',
    body: bulkAction,
    reply: bulkAnswer,
    orAccepted: true,
  }),
  undoMove: endpoint({
    method: 'POST',
    path: '/api/v1/assets/bulk/undo-move',
    permission: 'manage-asset',
    summary: "Put back the assets of one's own move, those that are still where it put them; within a day",
    body: z.object({
      move: z.string().trim().min(1).max(100).describe('As the move was answered with.'),
      ids: z.array(id).min(1).max(mostAtOnce).describe('The assets to put back.'),
    }),
    reply: bulkResult,
  }),
  deleted: endpoint({
    method: 'GET',
    path: '/api/v1/deleted-assets',
    permission: 'reports',
    summary: 'What is in the bin, within scope',
    query: deletedFilter,
    reply: z.object({ assets: z.array(deletedAsset), ...pageReply }),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/deleted-assets/restore',
    permission: 'manage-asset',
    summary:
      'Take assets out of the bin, more than a thousand as a job; a tag that was reused meanwhile stays where it is',
    body: z.object({ ids: z.array(id).min(1).max(10_000) }),
    reply: bulkAnswer,
    orAccepted: true,
  }),
}
