import { z } from 'zod'
import { bulkResult, exceptions } from '../bulk.ts'
import { bulkAnswer, mostAtOnce } from '../bulk-jobs.ts'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { ownFieldKey, ownValueInput } from '../own-fields/types.ts'
import { says } from '../problems/fields.ts'
import { assetFilter } from './assets.ts'

const target = {
  ids: z.array(id).min(1).max(10_000).optional().describe('These assets.'),
  filter: assetFilter
    .omit({ cursor: true, size: true })
    .optional()
    .describe('All assets that a list with this filter shows.'),
  except: exceptions,
}

export const bulkAction = z
  .discriminatedUnion('action', [
    z.object({ ...target, action: z.literal('move'), placeId: id }),
    z.object({ ...target, action: z.literal('assign'), assignedUser: z.string().trim().max(200) }),
    z.object({
      ...target,
      action: z.literal('set-field'),
      field: ownFieldKey.describe('The key of a field of the organisation.'),
      value: ownValueInput.describe('Null or an empty text clears the field.'),
    }),
    z.object({ ...target, action: z.literal('delete'), reason: z.string().trim().max(500).optional() }),
  ])
  .refine(
    ({ ids, filter, except }) =>
      (ids === undefined) !== (filter === undefined) && (except === undefined || filter !== undefined),
    says('assets-or-filter'),
  )
export type BulkAction = z.infer<typeof bulkAction>

export const assetBulk = {
  change: endpoint({
    method: 'POST',
    path: '/api/v1/assets/bulk',
    permission: 'manage-asset',
    writes: ['asset', 'state-change', 'bulk-job'],
    summary:
      'Move, assign or delete many assets, or set one of their fields; up to a thousand at once, more as a job',
    body: bulkAction,
    reply: bulkAnswer,
    orAccepted: true,
  }),
  undoMove: endpoint({
    method: 'POST',
    path: '/api/v1/assets/bulk/undo-move',
    permission: 'manage-asset',
    writes: ['asset', 'bulk-job'],
    summary: "Put back the assets of one's own move, those that are still where it put them; within a day",
    body: z.object({
      move: z.string().trim().min(1).max(100).describe('As the move was answered with.'),
      ids: z.array(id).min(1).max(mostAtOnce).describe('The assets to put back.'),
    }),
    reply: bulkResult,
  }),
}
