import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { ownTexts } from '../own-fields/types.ts'
import { assetReaders } from '../permissions.ts'
import { details, factOf } from './fields.ts'
import { assetTag } from './tags.ts'

/**
 * Facts that a ledger entry can hold about an asset, in the order in which they are shown. The web has a
 * label for each.
 */
export const assetFacts = [
  ...(['rfidTag', 'tagExpected', 'assetName', 'assetState', 'assignedUser', 'place'] as const),
  ...details.map(factOf),
  ...(['rentalEnds', 'image', 'deleted', 'cover', 'paper', 'sha256', 'label', 'printer'] as const),
]
export type AssetFact = (typeof assetFacts)[number]
const ownFacts = z.templateLiteral(['field:', z.string()])
const facts = z.partialRecord(z.union([z.enum(assetFacts), ownFacts]), z.unknown()).nullable()

export const assetEvent = z.object({
  id: z.number().int(),
  at: z.string(),
  by: z.string().nullable(),
  action: z.string(),
  before: facts,
  after: facts,
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

export const assetHistory = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/assets/:id/history',
    permission: assetReaders,
    reads: ['asset', 'state-change'],
    summary: 'What happened to an asset, newest first, and the tags it carried',
    params: z.object({ id }),
    query: z.object({ before: z.coerce.number().int().positive().optional() }),
    reply: z.object({
      events: z.array(assetEvent),
      more: z.boolean(),
      tags: z.array(assetTag),
      ownTexts,
    }),
  }),
}
