import { z } from 'zod'
import { closingFields, detailNames, leadingFields, namesOf } from './assets/fields.ts'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { type MasterKind, masterKinds } from './masters.ts'
import { done } from './paging.ts'
import { says } from './problems/fields.ts'
import { saidOfWork } from './problems/message.ts'
import type { RecordExport } from './record-kinds.ts'
import { reportColumns, type reportLists } from './reports.ts'
import { shopExportColumns } from './shop/kinds.ts'

const { place: _place, ...placed } = leadingFields
export const assetColumns = [...namesOf(placed), ...detailNames, ...namesOf(closingFields)]
export type AssetColumn = (typeof assetColumns)[number]

const ofUsers = [
  'id',
  'name',
  'email',
  'role',
  'location',
  'status',
  'lastSignInAt',
  'createdBy',
  'createdAt',
] as const
const ofRoles = ['id', 'name', 'permissions', 'users'] as const
const stateChangeColumns = [
  'id',
  'rfidTagId',
  'assetTagId',
  'assetName',
  'place',
  'currentState',
  'newState',
  'reason',
  'status',
  'createdBy',
  'createdAt',
  'decidedBy',
  'decidedAt',
  'note',
] as const
const ofMasters = ['number', 'id', 'name', 'createdBy', 'path', 'uses', 'createdAt'] as const
const auditColumns = [
  'id',
  'at',
  'by',
  'action',
  'recordKind',
  'readableId',
  'recordName',
  'recordId',
  'place',
  'before',
  'after',
  'requestId',
] as const

export type StateChangeColumn = (typeof stateChangeColumns)[number]
export type AuditColumn = (typeof auditColumns)[number]

const ofInventories = [
  'inventoryId',
  'inventoryDate',
  'mm',
  'property',
  'total',
  'found',
  'notFound',
  'access',
  'createdBy',
  'status',
] as const
const ofInventoryItems = [
  'class',
  'assetTagId',
  'assetName',
  'tag',
  'expectedPlace',
  'seenPlace',
  'seenBy',
  'seenAt',
  'reads',
  'rssi',
  'note',
  'resolution',
  'resolvedBy',
  'outcome',
  'inventoryId',
] as const
const ofCovers = [
  ...(['kind', 'name', 'vendor', 'startsOn', 'endsOn', 'state', 'cost', 'currency', 'assets'] as const),
  ...(['note', 'cancelReason', 'createdBy', 'createdAt'] as const),
] as const
const ofUnknownTags = ['tag', 'place', 'firstSeenAt', 'lastSeenAt', 'reads', 'inventory', 'ignored'] as const

/** The lists of records, the ledger itself and the reports. */
export type ExportList = RecordExport | 'audit' | (typeof reportLists)[number]

const masters = Object.keys(masterKinds) as MasterKind[]

/** Every column that a list can be exported with, in the order of the file. */
export const exportColumns: Record<ExportList, readonly string[]> = {
  assets: assetColumns,
  'deleted-assets': [...assetColumns, 'deletedAt', 'deletedBy', 'reason'],
  'state-changes': stateChangeColumns,
  users: ofUsers,
  roles: ofRoles,
  audit: auditColumns,
  ...reportColumns,
  inventories: ofInventories,
  'inventory-items': ofInventoryItems,
  'unknown-tags': ofUnknownTags,
  covers: ofCovers,
  ...shopExportColumns,
  ...(Object.fromEntries(masters.map((kind) => [kind, ofMasters])) as Record<MasterKind, typeof ofMasters>),
}

/** The declarations of the kinds of records stay out of screens that only need these names. */
export const exportLists = Object.keys(exportColumns) as [ExportList, ...ExportList[]]

export const exportFormat = z.enum(['csv', 'xlsx'])
export type ExportFormat = z.infer<typeof exportFormat>

export const exported = z.object({
  id: z.uuid(),
  list: z.enum(exportLists),
  format: exportFormat,
  status: z.enum(['waiting', 'writing', 'ready', 'failed', 'cancelled', 'expired']),
  rows: z.number().int().describe('How many are written so far.'),
  total: z.number().int().nullable().describe('How many there will be, where that is known.'),
  ...saidOfWork('Why it failed.'),
  by: z.string().describe('Who asked for it.'),
  mine: z.boolean(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  filters: z
    .array(
      z.object({
        name: z.string(),
        value: z.string(),
        label: z.string().optional().describe('The label of a field of the organisation.'),
      }),
    )
    .describe(
      'What the list was narrowed to, days included: parts of its query, with names in place of ids.',
    ),
})
export type Export = z.infer<typeof exported>

export const newExport = z.object({
  list: z.enum(exportLists),
  format: exportFormat,
  filter: z
    .record(z.string().max(50), z.string().max(500))
    .default({})
    .describe("The list's own query, without cursor and size."),
  columns: z
    .array(z.string().max(50))
    .min(1, says('column-required'))
    .max(200)
    .optional()
    .describe(
      'Some of its columns, in this order; absent: all of them. field:<key> is a field of the organisation, in lists of assets.',
    ),
})
export type NewExport = z.infer<typeof newExport>

const byId = z.object({ id })

export const exports = {
  create: endpoint({
    method: 'POST',
    path: '/api/v1/exports',
    permission: 'authenticated',
    writes: ['export'],
    summary: 'Export what a list shows; takes the permission of that list',
    status: 201,
    body: newExport,
    reply: z.object({ export: exported }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/exports',
    permission: 'authenticated',
    reads: ['export'],
    summary: "One's own exports, the newest fifty; an administrator may ask for everyone's",
    query: z.object({ everyone: z.enum(['true', 'false']).default('false') }),
    reply: z.object({ exports: z.array(exported) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/exports/:id',
    permission: 'authenticated',
    reads: ['export'],
    summary: 'How far an export is',
    params: byId,
    reply: exported,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/api/v1/exports/:id',
    permission: 'authenticated',
    writes: ['export'],
    summary: 'Stop an export, or throw its file away',
    params: byId,
    reply: done,
  }),
  ticket: endpoint({
    method: 'POST',
    path: '/api/v1/exports/:id/ticket',
    permission: 'authenticated',
    writes: [],
    summary: "An address that gives one's own file once, within a minute",
    params: byId,
    reply: z.object({ address: z.string() }),
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/v1/exports/:id/file',
    permission: 'public',
    reads: [],
    summary:
      'The file, for whoever has a ticket and the session cookie of the person, or the key of the program, it was given to',
    params: byId,
    query: z.object({ ticket: z.string().max(100) }),
    reply: 'file',
  }),
}
