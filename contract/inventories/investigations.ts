import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { location, pageQuery, pageReply } from '../paging.ts'
import { discrepancyOutcome } from './review.ts'

/** What can be noted about an item after its inventory was approved. */
export const followUpActions = [
  ...(['found-elsewhere', 'request-state', 'replaced', 'register-error'] as const),
  ...(['investigate', 'ignore'] as const),
] as const

export const investigation = z.object({
  _id: z.uuid().describe('The id of the item.'),
  inventoryId: z.uuid(),
  inventory: z.string().describe('Readable, such as INV-2026-0001.'),
  placeId: z.uuid(),
  placeNames: z.array(z.string()).describe('The path of the place of the inventory, the city first.'),
  assetId: z.uuid().nullable(),
  assetTagId: z.string().nullable(),
  assetName: z.string().nullable(),
  tag: z.string().nullable(),
  resolution: discrepancyOutcome,
  name: z.string().nullable().describe('The owner, or the asset that the outcome names.'),
  until: z.string().nullable().describe('By when the owner is to find out; null: it is closed.'),
  isOverdue: z.boolean(),
  notedBy: z.string(),
  notedAt: z.string(),
  closes: z.boolean().describe('The caller may note the outcome: they neither counted nor investigated it.'),
})
export type Investigation = z.infer<typeof investigation>

export const investigationFilter = pageQuery.pick({ cursor: true, size: true }).extend({
  location: location.optional(),
  inventoryId: id.optional(),
  status: z.enum(['open', 'overdue', 'closed']).default('open'),
})
export type InvestigationFilter = z.infer<typeof investigationFilter>

export const investigations = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/investigations',
    permission: 'reports',
    reads: ['inventory', 'asset'],
    rows: 'investigations',
    summary: 'Discrepancies of approved inventories that somebody is to find out about, the soonest first',
    query: investigationFilter,
    reply: z.object({ investigations: z.array(investigation), ...pageReply }),
  }),
  note: endpoint({
    method: 'POST',
    path: '/api/v1/investigations/:id',
    permission: 'manage-asset',
    writes: ['inventory', 'asset', 'state-change'],
    summary: 'Note the outcome of an investigation, or another owner and date',
    params: z.object({ id }),
    body: z.object({ resolution: discrepancyOutcome }),
    reply: z.object({ investigation }),
  }),
}
