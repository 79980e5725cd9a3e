import { z } from 'zod'
import { bulkJob } from './bulk-jobs.ts'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { done, pageQuery, pageReply } from './paging.ts'
import { masterWorks, type PlaceKind } from './places.ts'
import { neededText } from './text.ts'
import { editedVersion, version } from './versions.ts'

/** The property that holds the name in requests and responses, and the kind of the parent. */
type PlaceMaster = { field: `${string}Name`; parent: PlaceKind | null }

const placeMasters = {
  city: { field: 'cityName', parent: null },
  mm: { field: 'mmName', parent: 'city' },
  property: { field: 'propertyName', parent: 'mm' },
  aou: { field: 'aouName', parent: 'property' },
  room: { field: 'roomName', parent: 'aou' },
} as const satisfies Record<PlaceKind, PlaceMaster>

/** A master that is not a place has its own table, and a column of `assets` refers to it. */
type FlatMaster = PlaceMaster & { parent: null; table: string; column: `${string}_id` }

/**
 * Lists of names that assets use. Endpoints, usage counts, merging, the ledger and exports are derived from
 * this table alone. `contract/record-kinds.ts` makes a record kind of each.
 */
export const flatMasters = {
  'asset-name': { field: 'assetName', parent: null, table: 'asset_names', column: 'name_id' },
  'asset-state': { field: 'stateName', parent: null, table: 'asset_states', column: 'state_id' },
  vendor: { field: 'vendorName', parent: null, table: 'vendors', column: 'vendor_id' },
  brand: { field: 'brandName', parent: null, table: 'brands', column: 'brand_id' },
} as const satisfies Record<string, FlatMaster>
export type FlatKind = keyof typeof flatMasters

export const masterKinds = { ...placeMasters, ...flatMasters }
export type MasterKind = keyof typeof masterKinds

export const parentOf = (kind: MasterKind): PlaceKind | null => masterKinds[kind].parent

export const isPlace = (kind: MasterKind): kind is PlaceKind => Object.hasOwn(placeMasters, kind)

/** The record kind of a master: all kinds of place share one. */
export const recordKindOf = (master: MasterKind) => (isPlace(master) ? 'place' : master)

/** Lists that apply to all places: only people who see every place change, delete and merge their records. */
export const isSharedMaster = (kind: MasterKind) => kind === 'city' || !isPlace(kind)

/** Shared lists to which only people who see every place may add. */
export const isAddedByFew = (kind: MasterKind) => kind === 'city' || kind === 'asset-state'

const kinds = Object.keys(masterKinds) as [MasterKind, ...MasterKind[]]
export const masterKind = z.enum(kinds)

const name = z.string()
const fieldNames = Object.values(masterKinds).map(({ field }) => [field, name.optional()] as const)

export const master = z.object({
  id: z.uuid(),
  number: z.number().int().describe('What people call it by; all places count in one row.'),
  name,
  ...Object.fromEntries(fieldNames),
  parentId: z.uuid().nullable(),
  path: z.string().describe("Where it hangs, from the city down: 'Indore > MM North'; empty at the top."),
  above: z.array(z.string()).describe('The parts of that path, the city first.'),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  version,
  uses: z
    .number()
    .int()
    .describe('How many assets, people or places within scope point at it; deleted assets do not count.'),
  work: z.enum(masterWorks).nullable().describe('What a job does with it at this moment.'),
})
export type Master = z.infer<typeof master>

export const newMaster = z.object({
  name: neededText('master-name-required').max(200),
  parentId: id.nullish(),
})
export type NewMaster = z.infer<typeof newMaster>

export const creatableMaster = z
  .object({ kind: masterKind, name: z.string(), parentId: z.uuid().nullable() })
  .describe('The master record that would make the text right; null where its name alone does not say it.')
export type CreatableMaster = z.infer<typeof creatableMaster>

export const masterChange = z.object({
  name: newMaster.shape.name.optional(),
  parentId: id.optional(),
  version: editedVersion,
})
export type MasterChange = z.infer<typeof masterChange>

export const masterFilter = pageQuery.extend({
  sort: z
    .enum(['name', 'number', 'path', 'uses', 'createdBy', 'createdAt'])
    .default('name')
    .describe('By uses only places and states are sorted.'),
  parentId: id.optional(),
  location: z.string().trim().toLowerCase().max(200).optional(),
  around: id.optional().describe('Without a cursor: the page that holds this record, where one does.'),
})
export type MasterFilter = z.infer<typeof masterFilter>

const job = bulkJob.optional().describe('Present, with 202, where more than a thousand assets are to follow.')

const ofKind = z.object({ kind: masterKind })
const oneOfKind = z.object({ kind: masterKind, id })

const written = ['asset-name', 'asset-state', 'brand', 'vendor', 'place'] as const

export const masters = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/masters/:kind',
    permission: 'authenticated',
    reads: [...written, 'asset', 'user', 'state-change', 'bulk-job'],
    rows: 'records',
    summary: 'The records of one master, those of places within scope',
    params: ofKind,
    query: masterFilter,
    reply: z.object({ records: z.array(master), ...pageReply }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/masters/:kind',
    permission: 'master',
    writes: written,
    summary: 'Add a record',
    status: 201,
    params: ofKind,
    body: newMaster,
    reply: master,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/masters/:kind/:id',
    permission: 'master',
    writes: [...written, 'asset', 'user', 'bulk-job'],
    summary: 'Rename a record, or hang a place under another',
    params: oneOfKind,
    body: masterChange,
    reply: master.extend({ job }),
    orAccepted: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/masters/:kind/:id',
    permission: 'master',
    writes: written,
    summary: 'Delete a record that nothing uses',
    params: oneOfKind,
    reply: done,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/api/v1/masters/:kind/:id/merge',
    permission: 'master',
    writes: [...written, 'asset', 'user', 'bulk-job'],
    summary: 'Let another record of the same kind take its place everywhere, and delete it',
    params: oneOfKind,
    body: z.object({ into: id }),
    reply: z.object({ message: z.string(), moved: z.number().int(), job }),
    orAccepted: true,
  }),
}
