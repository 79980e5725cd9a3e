import { z } from 'zod'
import { bulkAnswer } from '../bulk-jobs.ts'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { pageQuery, pageReply } from '../paging.ts'
import { asset, assetFilter, mostSortedAssets, searchReply } from './assets.ts'

export const deletedAsset = asset.extend({
  deletedAt: z.string(),
  deletedBy: z.string().nullable(),
  reason: z.string().nullable(),
})
export type DeletedAsset = z.infer<typeof deletedAsset>

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

export const assetBin = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/deleted-assets',
    permission: 'reports',
    reads: ['asset'],
    rows: 'assets',
    summary: 'What is in the bin, within scope',
    query: deletedFilter,
    reply: z.object({ assets: z.array(deletedAsset), ...pageReply, ...searchReply }),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/deleted-assets/restore',
    permission: 'manage-asset',
    writes: ['asset', 'state-change', 'bulk-job'],
    summary:
      'Take assets out of the bin, more than a thousand as a job; a tag that was reused meanwhile stays where it is',
    body: z.object({ ids: z.array(id).min(1).max(10_000) }),
    reply: bulkAnswer,
    orAccepted: true,
  }),
}
