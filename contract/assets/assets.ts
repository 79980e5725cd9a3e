import { z } from 'zod'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { fieldFilter, fieldName } from '../own-fields/field-filters.ts'
import { ownValues, ownValuesGiven } from '../own-fields/types.ts'
import { location, pageOrAllQuery, pageReply } from '../paging.ts'
import { assetReaders } from '../permissions.ts'
import { says } from '../problems/fields.ts'
import { neededText } from '../text.ts'
import { detailInputs, detailNames, detailReplies, optionalText } from './fields.ts'

export const asset = z.object({
  _id: z.uuid(),
  rfidTag: z.string().nullable(),
  tagExpected: z.boolean().describe('The tag is reserved for the asset, and not known to be on it yet.'),
  epc: z.string().nullable().describe('What the tag says by GS1 rules, where it follows them.'),
  assetTagId: z.string(),
  assetName: z.string(),
  assignedUser: z.object({ name: z.string(), _id: z.uuid().nullable() }).nullable(),
  location: z.string().describe("The city's lower-cased name."),
  city: z.string(),
  mm: z.string().nullable(),
  property: z.string().nullable(),
  aou: z.string().nullable(),
  room: z.string().nullable(),
  placeId: z.uuid(),
  assetState: z.string(),
  ...detailReplies,
  fields: ownValues.describe('The fields of the organisation that the caller may see, by their keys.'),
  fieldTexts: z
    .record(z.string(), z.string())
    .describe('The names behind people and places in `fields`, as far as the caller may see them.'),
  image: z.string().nullable(),
  thumbnail: z.string().nullable(),
  registeredAt: z.string(),
  createdBy: z.string().nullable(),
  version: z.number().int(),
})
export type Asset = z.infer<typeof asset>

const needed = neededText('asset-fields-required').max(200)
export const rfidTag = needed.max(128).regex(/^[\x20-\x7e]*$/, says('tag-malformed'))

const details = {
  assignedUser: optionalText.describe("A person's name, email or id; an empty text takes it away."),
  placeId: id
    .or(z.literal(''))
    .optional()
    .describe('A place below the city; without it the asset is in the city as a whole.'),
  assetState: optionalText,
  ...detailInputs,
  fields: ownValuesGiven
    .optional()
    .describe(
      'Values of fields of the organisation by their keys; null clears one. As a part of a form: one text of JSON.',
    ),
}

/** The fields of a registration; `newAsset` requires one of the two about the tag. */
export const newAssetFields = z.object({
  rfidTag: rfidTag.optional(),
  tagSeriesId: id
    .optional()
    .describe('Instead of rfidTag: the next number of this series is reserved, and its tag is expected.'),
  assetName: needed,
  location: needed.pipe(location),
  ...details,
})

/** Also where another field is wrong, so that a form shows all its errors at once. */
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

export const newAsset = newAssetFields
  .refine(({ rfidTag, tagSeriesId }) => rfidTag !== undefined || tagSeriesId !== undefined, {
    ...{ path: ['rfidTag'], message: says('asset-fields-required'), ...always },
  })
  .refine(({ rfidTag, tagSeriesId }) => rfidTag === undefined || tagSeriesId === undefined, {
    ...{ path: ['tagSeriesId'], message: says('tag-or-series'), ...always },
  })
export type NewAsset = z.infer<typeof newAsset>

export const assetChange = z.object({
  rfidTag: rfidTag.optional(),
  assetName: needed.optional(),
  location: needed.pipe(location).optional(),
  ...details,
  removeImage: z.enum(['true', 'false']).optional(),
  version: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe('The version that was edited; If-Match says the same.'),
})
export type AssetChange = z.infer<typeof assetChange>

/** Sort orders that an index supports, for lists of any length. */
export const indexedAssetOrders = ['registeredAt', 'rfidTag', 'assetState'] as const
/** Any other sort order sorts the whole filtered list, which may have at most this many assets. */
export const mostSortedAssets = 10_000

/** Up to this many assets in view a search for one or two characters finds any part of a code. */
export const mostSearchedForParts = 10_000

/** Up to this many assets in view a filter on a field finds one or two characters anywhere in its texts. */
export const mostFilteredForParts = 20_000

/** What a search says of itself. */
export const searchReply = {
  wholeTagsOnly: z
    .boolean()
    .optional()
    .describe(
      `True where more than ${mostSearchedForParts} assets are in view and the search text has one or two characters: then it is compared with whole tags and parts of names, and not with parts of codes.`,
    ),
  beginningsOnly: z
    .boolean()
    .optional()
    .describe(
      'True where so many assets are in view that the text of a filter on a field is compared with the beginning of its values.',
    ),
}

const sortedAssetOrders = [
  ...(['assetTagId', 'assetName', 'assignedUser', 'place', 'createdBy'] as const),
  ...detailNames,
] as const

export const builtInAssetOrders = [...indexedAssetOrders, ...sortedAssetOrders] as const

/** Whether an asset waits for its tag, or has it. */
export const tagStates = ['expected', 'confirmed'] as const
export type TagState = (typeof tagStates)[number]

export const assetFilter = pageOrAllQuery.extend({
  sort: z
    .union([z.enum(builtInAssetOrders), fieldName])
    .default('registeredAt')
    .describe(
      `${indexedAssetOrders.join(', ')}: lists of any length; the others: up to ${mostSortedAssets} assets. rfidTag may be refused if more than 30000 assets match the search text. field:<key> sorts by a field of the organisation, assets without a value last: lists of any length if the field has an index, except for people and places.`,
    ),
  direction: z.enum(['asc', 'desc']).default('desc'),
  location: location.optional(),
  placeId: id.optional(),
  state: z.string().trim().max(200).optional(),
  tagState: z
    .enum(tagStates)
    .optional()
    .describe('expected: assets that wait for their tags; confirmed: assets that have them.'),
  assignedUser: id.optional(),
  fields: fieldFilter.optional(),
})
export type AssetFilter = z.infer<typeof assetFilter>

const byId = z.object({ id })
export const savedAsset = z.object({ asset, message: z.string() })

/** Kinds that a registration writes; it adds new names to the master lists. */
const writtenWithNames = ['asset', 'asset-name', 'brand', 'vendor', 'state-change'] as const

export const assets = {
  list: endpoint({
    method: 'GET',
    path: '/api/assets',
    permission: 'manage-asset',
    reads: ['asset'],
    rows: 'assets',
    summary: 'Assets within scope: a page of them, or all where neither size nor cursor is given',
    query: assetFilter,
    reply: z.object({ assets: z.array(asset), ...pageReply, ...searchReply }),
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/assets/register',
    permission: 'manage-asset',
    writes: [...writtenWithNames, 'tag-series'],
    summary: 'Register an asset with a tag or a number reserved for one; takes an Idempotency-Key',
    takesKey: true,
    status: 201,
    body: newAsset,
    image: 'optional',
    reply: savedAsset,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/assets/:id',
    permission: assetReaders,
    reads: ['asset'],
    summary: 'One asset',
    params: byId,
    reply: asset,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/assets/:id',
    permission: 'manage-asset',
    writes: writtenWithNames,
    summary: 'Change an asset; what is not sent stays as it is',
    params: byId,
    body: assetChange,
    image: 'optional',
    reply: savedAsset,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/assets/:id',
    permission: 'manage-asset',
    writes: ['asset', 'state-change'],
    summary: 'Put an asset into the bin',
    params: byId,
    query: z.object({ reason: z.string().trim().max(500).optional() }),
    reply: z.object({ message: z.string() }),
  }),
  image: endpoint({
    method: 'GET',
    path: '/api/v1/assets/:id/image',
    permission: assetReaders,
    reads: [],
    summary: "An asset's picture",
    params: byId,
    query: z.object({
      size: z.enum(['full', 'thumbnail']).default('full'),
      v: z.string().max(40).optional(),
    }),
    reply: 'file',
  }),
  find: endpoint({
    method: 'GET',
    path: '/api/v1/assets/find',
    permission: 'manage-asset',
    reads: ['asset'],
    summary:
      'Assets whose tag, asset tag id, serial number or id is exactly this; at most ten, the bin included',
    query: z.object({ code: z.string().trim().min(1).max(200) }),
    reply: z.object({ assets: z.array(asset.extend({ deleted: z.boolean() })) }),
  }),
}

const doubled = <E extends Endpoint>(original: E): E => ({
  ...original,
  path: original.path.replace('/api/assets', '/api/assets/assets') as E['path'],
  summary: `${original.summary} (the same under the doubled path)`,
})

/** Clients whose base address already ends in `/assets` add it again; these paths serve them too. */
export const legacyAssetPaths = {
  list: doubled(assets.list),
  register: doubled(assets.register),
  get: doubled(assets.get),
  update: doubled(assets.update),
  remove: doubled(assets.remove),
}
