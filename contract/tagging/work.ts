import { z } from 'zod'
import { rfidTag } from '../assets/assets.ts'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { says } from '../problems/fields.ts'
import { saidOfOne } from '../problems/message.ts'
import { neededText } from '../text.ts'
import { mostTaggingEntries } from './limits.ts'
import { checkOutcomes, exceptionReasons } from './tagging.ts'

const at = z.iso.datetime({ offset: true })
const made = {
  id: id.describe('Made by the device: sent again, the same entry counts once.'),
  placeId: id.describe('The room in which the person is.'),
  at: at.describe('When, by the clock of the device.'),
}

const association = z.object({
  kind: z.literal('tagged'),
  ...made,
  assetId: id.nullable().describe('Null: an asset that is not registered yet, with the name of the entry.'),
  assetName: neededText('asset-fields-required').max(200).optional(),
  tag: rfidTag,
  readBack: rfidTag.describe('What was read on the asset afterwards; it must be the same tag.'),
  retag: z
    .boolean()
    .default(false)
    .describe('The asset has another tag, or is to get another one: the person wants to replace it.'),
})

const exception = z.object({
  kind: z.literal('excepted'),
  ...made,
  assetId: id,
  reason: z.enum(exceptionReasons),
  note: z.string().trim().max(500, says('text-too-long')).default(''),
})

export const taggingEntry = z.discriminatedUnion('kind', [association, exception])
export type TaggingEntry = z.input<typeof taggingEntry>
export type GivenEntry = z.output<typeof taggingEntry>
export type GivenAssociation = z.output<typeof association>
export type GivenException = z.output<typeof exception>

export const taggingResult = z.object({
  id: z.uuid(),
  outcome: z
    .enum(['done', 'repeated', 'failed'])
    .describe('repeated: the entry had arrived before. failed: nothing was stored; the code says why.'),
  ...saidOfOne,
  assetId: z.uuid().nullable(),
  tag: z.string().nullable().describe('The tag that the asset has now.'),
})
export type TaggingResult = z.infer<typeof taggingResult>

export const assetToTag = z.object({
  assetId: z.uuid(),
  assetTagId: z.string(),
  assetName: z.string(),
  serialNo: z.string().nullable(),
  placeId: z.uuid(),
  tag: z.string().nullable(),
  left: z
    .enum(['untagged', 'expected', 'failed'])
    .nullable()
    .describe(
      'Why it is to be tagged: no tag, one that is expected, or a check that failed. Null: it is not.',
    ),
})
export type AssetToTag = z.infer<typeof assetToTag>

export const sampledTag = z.object({
  associationId: z.uuid(),
  assetId: z.uuid(),
  assetTagId: z.string(),
  assetName: z.string(),
  serialNo: z.string().nullable(),
  placeId: z.uuid(),
  placeNames: z.array(z.string()),
  taggedBy: z.string(),
  taggedAt: z.string(),
})
export type SampledTag = z.infer<typeof sampledTag>

const byId = z.object({ id })
const path = '/api/v1/tagging-drives/:id'
const reading = { method: 'GET', permission: 'manage-asset' } as const

export const tagging = {
  assets: endpoint({
    ...reading,
    path: `${path}/assets`,
    reads: [],
    summary: 'The assets of a drive, for a device that works without a network',
    params: byId,
    query: z.object({
      after: id.optional().describe('Go on behind this asset.'),
      size: z.coerce.number().int().min(1).max(5000).default(1000),
    }),
    reply: z.object({ assets: z.array(assetToTag), next: z.uuid().nullable() }),
  }),
  send: endpoint({
    method: 'POST',
    path: `${path}/entries`,
    permission: 'manage-asset',
    writes: ['tagging-drive', 'asset', 'unknown-tag', 'inventory', 'asset-name'],
    summary: 'Store what a person tagged or could not tag. Each entry succeeds or fails on its own',
    params: byId,
    body: z.object({
      device: z.string().trim().min(1).max(100).describe('A name for people, such as Chrome on Android.'),
      sentAt: at.optional().describe('Now, by the clock of the device: it is set right by it.'),
      entries: z.array(taggingEntry).min(1).max(mostTaggingEntries),
    }),
    reply: z.object({ results: z.array(taggingResult) }),
  }),
  samples: endpoint({
    ...reading,
    path: `${path}/samples`,
    reads: ['tagging-drive', 'asset'],
    summary:
      'Associations of other people that the caller is to check, room by room. Their tags are not named',
    params: byId,
    query: z.object({ size: z.coerce.number().int().min(1).max(500).default(100) }),
    reply: z.object({ samples: z.array(sampledTag), total: z.number().int() }),
  }),
  check: endpoint({
    method: 'POST',
    path: `${path}/checks`,
    permission: 'manage-asset',
    writes: ['tagging-drive'],
    summary: 'Check an association of another person by the tag that is read on the asset',
    params: byId,
    body: z.object({
      associationId: id,
      readTag: rfidTag.nullable().describe('Null: no tag can be read on the asset.'),
    }),
    reply: z.object({ outcome: z.enum(checkOutcomes), ...saidOfOne }),
  }),
}
