import { z } from 'zod'
import { addedMasters, detailFields, leadingFields, namesOf } from './assets/fields.ts'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { done, rowNumber } from './paging.ts'
import { says } from './problems/fields.ts'
import { messageCode, messageParams, saidOfWork } from './problems/message.ts'

export const importedFields = { ...leadingFields, ...detailFields }
export type ImportColumn = keyof typeof importedFields
const columnNames = namesOf(importedFields)

/** What a column of a file may hold, under the title that our own files give it. */
export const importColumns = Object.fromEntries(
  columnNames.map((name) => [name, importedFields[name].heading]),
) as Record<ImportColumn, string>
export const importColumn = z.enum(columnNames)

/** Where an import stands. Work goes on by itself in the ones that end in -ing. */
export const importStatus = z.enum([
  'reading',
  'checking',
  'ready',
  'applying',
  'done',
  'undoing',
  'undone',
  'cancelling',
  'cancelled',
  'failed',
  'expired',
])
export type ImportStatus = z.infer<typeof importStatus>

const counts = z.object({
  new: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  wrong: z.number().int(),
})
export type ImportCounts = z.infer<typeof counts>

export const assetImport = z.object({
  _id: z.uuid(),
  fileName: z.string(),
  status: importStatus,
  createdAt: z.string(),
  createdBy: z.string(),
  mine: z.boolean(),
  progress: z
    .object({ done: z.number().int(), total: z.number().int() })
    .describe('Bytes while reading, else rows.'),
  headers: z.array(z.string()),
  columns: z.array(importColumn.nullable()).describe('What each column of the file holds; null: not read.'),
  rows: z.number().int(),
  counts,
  creates: z
    .array(z.object({ kind: z.enum(addedMasters), name: z.string(), rows: z.number().int() }))
    .describe('Master records that applying would create, at most a hundred.'),
  createsTotal: z.number().int(),
  kept: z.number().int().describe('Rows that an undo or a cancel had to leave as they are.'),
  ...saidOfWork('Why it failed, or what was left out.'),
  failedIn: importStatus
    .nullable()
    .describe('What it was doing when it failed, where it can be tried again.'),
  finishedAt: z.string().nullable(),
  expiredAt: z
    .string()
    .nullable()
    .describe('When its rows were deleted: they can no longer be seen or undone.'),
})
export type AssetImport = z.infer<typeof assetImport>

export const rowKind = z
  .enum(['new', 'changed', 'unchanged', 'wrong', 'kept'])
  .describe('Kept: rows that an undo or a cancel had to leave as they are.')
const problem = z.object({
  column: z.string(),
  value: z.string(),
  reason: z.string(),
  code: messageCode,
  params: messageParams,
})
const change = z.object({ column: importColumn, before: z.string(), after: z.string() })
export const importRow = z.object({
  row: z.number().int().describe('As a spreadsheet counts: the header is row 1.'),
  rfidTag: z.string().nullable(),
  assetTagId: z.string().nullable(),
  assetName: z.string().nullable(),
  changes: z.array(change).describe('Field by field; an empty after clears it.'),
  problems: z.array(problem),
})
export type ImportRow = z.infer<typeof importRow>

const byId = z.object({ id })
const one = z.object({ import: assetImport, message: z.string() })
const step = { permission: 'manage-asset', params: byId, reply: one } as const

export const imports = {
  upload: endpoint({
    method: 'POST',
    path: '/api/v1/imports',
    permission: 'manage-asset',
    summary: 'Upload a CSV or XLSX file of assets; it is read and checked, and nothing else yet',
    status: 201,
    query: z.object({ fileName: z.string().trim().min(1, says('file-required')).max(255) }),
    file: true,
    reply: one,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/imports',
    permission: 'manage-asset',
    summary: "One's own imports, and everyone's for administrators; the newest fifty",
    reply: z.object({ imports: z.array(assetImport) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/imports/:id',
    permission: 'manage-asset',
    summary: 'Where an import stands',
    params: byId,
    reply: assetImport,
  }),
  rows: endpoint({
    method: 'GET',
    path: '/api/v1/imports/:id/rows',
    permission: 'manage-asset',
    summary: 'What an import would do, row by row',
    params: byId,
    query: z.object({
      kind: rowKind.default('new'),
      after: rowNumber.default(0).describe('The row that the page before ended with.'),
      size: z.coerce.number().int().min(1).max(200).default(50),
    }),
    reply: z.object({
      rows: z.array(importRow),
      more: z.boolean(),
      hidden: z.boolean().describe('Rows of places that the caller may no longer see are left out.'),
    }),
  }),
  match: endpoint({
    method: 'PUT',
    path: '/api/v1/imports/:id/columns',
    summary: 'Say what the columns of the file hold; it is checked again',
    body: z.object({ columns: z.array(importColumn.nullable()).max(200) }),
    ...step,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/v1/imports/:id/apply',
    summary: 'Apply what was checked, in the background',
    ...step,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/v1/imports/:id/cancel',
    summary: 'Stop, and take back what was applied so far; what cannot be taken back is kept, and named',
    ...step,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/v1/imports/:id/undo',
    summary: 'Take back an import; rows whose assets were changed since are kept, and named',
    ...step,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/v1/imports/:id/retry',
    summary: 'Go on with an import that failed, from where it stopped',
    ...step,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/imports/:id',
    permission: 'manage-asset',
    summary: 'Forget an import that is over; its assets stay as they are',
    params: byId,
    reply: done,
  }),
  wrongRows: endpoint({
    method: 'GET',
    path: '/api/v1/imports/:id/wrong-rows',
    permission: 'manage-asset',
    summary: 'The wrong rows as they were, with the reasons, ready to correct and upload again',
    params: byId,
    reply: 'file',
  }),
  sample: endpoint({
    method: 'GET',
    path: '/api/v1/imports/sample',
    permission: 'manage-asset',
    summary: 'sample_file.csv',
    reply: 'file',
  }),
}
