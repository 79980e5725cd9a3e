import { z } from 'zod'
import { addedMasters } from './assets/fields.ts'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { askedColumns, importColumn } from './import-columns.ts'
import { importCorrection } from './import-corrections.ts'
import { creatableMaster } from './masters.ts'
import { done, rowNumber } from './paging.ts'
import { says } from './problems/fields.ts'
import { messageCode, messageParams, saidOfWork } from './problems/message.ts'

/** The status of an import. In a status that ends in -ing, the worker is working on it. */
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

export const importDefaults = z.object({
  assetName: z.string().trim().min(1).max(200).optional(),
  placeId: id.optional(),
  assetState: z.string().trim().min(1).max(200).optional(),
  tagSeriesId: id
    .optional()
    .describe('A number series: new assets whose row has no tag expect the next numbers of it.'),
})
export type ImportDefaults = z.infer<typeof importDefaults>

const ask = z.object({
  column: z.enum(askedColumns),
  rows: z.number().int().describe('How many rows of new assets need it.'),
  answer: z
    .string()
    .nullable()
    .describe('What they get: a name, the id of a place or number series, the name of a state.'),
})
export type ImportAsk = z.infer<typeof ask>

const problemGroup = z.object({
  problem: z.string().describe('By which its rows are asked for.'),
  kind: z.enum(['wrong', 'kept']),
  column: z.string(),
  rows: z.number().int(),
  reason: z.string(),
  code: messageCode,
  params: messageParams,
})
export type ImportProblemGroup = z.infer<typeof problemGroup>

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
  unknown: z.array(z.string()).describe('Titles of columns that are not read and that no file of ours has.'),
  asks: z.array(ask).describe('What new assets need and the file has no column for; each is one question.'),
  defaults: importDefaults.describe('What new assets get where their row does not say it.'),
  rows: z.number().int(),
  counts,
  problems: z.array(problemGroup).describe('Why rows are wrong or stayed, the most frequent reason first.'),
  creates: z
    .array(z.object({ kind: z.enum(addedMasters), name: z.string(), rows: z.number().int() }))
    .describe('Master records that applying would create, at most a hundred.'),
  createsTotal: z.number().int(),
  corrections: z.number().int().describe('Corrections in the preview that can be undone.'),
  kept: z.number().int().describe('Rows that an undo or a cancel had to leave as they are.'),
  binned: z.number().int().describe('Assets that an undo or a cancel put into the bin.'),
  reverted: z.number().int().describe('Assets that an undo or a cancel made what they were.'),
  ...saidOfWork('Why it failed, or what was left out.'),
  failedIn: importStatus.nullable().describe('The step that failed, if it can be tried again.'),
  finishedAt: z.string().nullable(),
  expiredAt: z.string().nullable().describe('When its rows were deleted; they can no longer be undone.'),
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
const cell = z.object({ column: importColumn, value: z.string() })
export const importRow = z.object({
  row: z.number().int().describe('As a spreadsheet counts: the header is row 1.'),
  assetId: z.uuid().nullable().describe('The asset, where there is one within scope.'),
  rfidTag: z.string().nullable(),
  assetTagId: z.string().nullable(),
  assetName: z.string().nullable(),
  cells: z.array(z.string()).describe('As in the file, or as corrected since; by column of the file.'),
  changes: z.array(change).describe('Field by field; an empty after clears it.'),
  values: z.array(cell).describe('Of a new row: what else it is registered with.'),
  problems: z.array(problem),
})
export type ImportRow = z.infer<typeof importRow>

const masterNames = z.array(z.object({ kind: z.enum(addedMasters), name: z.string() }))
const madeMasters = z.object({
  unused: masterNames.describe('No asset has them, not even one in the bin; at most a hundred.'),
  unusedTotal: z.number().int(),
  used: masterNames.describe('Assets have them, perhaps in the bin; at most a hundred.'),
  usedTotal: z.number().int(),
  more: z.boolean().describe('There are more than were looked at.'),
})
export type MadeMasters = z.infer<typeof madeMasters>

const byId = z.object({ id })
const one = z.object({ import: assetImport, message: z.string() })
const step = { permission: 'manage-asset', params: byId, reply: one } as const

/** Kinds of record that an import writes when it is applied or undone. */
export const writtenByImports = ['asset', 'asset-name', 'brand', 'vendor', 'place'] as const

export const imports = {
  upload: endpoint({
    method: 'POST',
    path: '/api/v1/imports',
    permission: 'manage-asset',
    writes: ['import'],
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
    reads: ['import'],
    summary: "One's own imports, and everyone's for administrators; the newest fifty",
    reply: z.object({ imports: z.array(assetImport) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/imports/:id',
    permission: 'manage-asset',
    reads: ['import'],
    summary: 'Where an import stands',
    params: byId,
    reply: assetImport,
  }),
  rows: endpoint({
    method: 'GET',
    path: '/api/v1/imports/:id/rows',
    permission: 'manage-asset',
    reads: ['import'],
    summary: 'What an import would do, row by row',
    params: byId,
    query: z.object({
      kind: rowKind.default('new'),
      after: rowNumber.default(0).describe('The row that the page before ended with.'),
      size: z.coerce.number().int().min(1).max(200).default(50),
      problem: z.string().max(100).optional().describe('Only wrong rows, or rows that stayed, with this.'),
    }),
    reply: z.object({
      rows: z.array(importRow),
      more: z.boolean(),
      values: z
        .array(z.object({ value: z.string(), rows: z.number().int(), creates: creatableMaster.nullable() }))
        .describe('With a problem, on the first page: what its cells hold most often, by its first rows.'),
      hidden: z.boolean().describe('Rows of places that the caller may no longer see are left out.'),
    }),
  }),
  match: endpoint({
    method: 'PUT',
    path: '/api/v1/imports/:id/columns',
    writes: ['import'],
    summary: 'Say what the columns of the file hold, and what new assets get otherwise; it is checked again',
    body: z.object({
      columns: z.array(importColumn.nullable()).max(200),
      defaults: importDefaults.default({}),
    }),
    ...step,
  }),
  correct: endpoint({
    method: 'POST',
    path: '/api/v1/imports/:id/corrections',
    writes: ['import'],
    summary: 'Correct cells of wrong rows before they are applied; only the rows concerned are checked again',
    body: importCorrection,
    ...step,
  }),
  undoCorrection: endpoint({
    method: 'POST',
    path: '/api/v1/imports/:id/corrections/undo',
    writes: ['import'],
    summary: 'Take back the last correction',
    ...step,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/v1/imports/:id/apply',
    writes: ['import'],
    summary: 'Apply what was checked, in the background',
    ...step,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/v1/imports/:id/cancel',
    writes: ['import'],
    summary: 'Stop, and take back what was applied so far; what cannot be taken back is kept, and named',
    ...step,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/v1/imports/:id/undo',
    writes: ['import'],
    summary: 'Take back an import; rows whose assets were changed since are kept, and named',
    ...step,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/v1/imports/:id/retry',
    writes: ['import'],
    summary: 'Go on with an import that failed, from where it stopped',
    ...step,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/imports/:id',
    permission: 'manage-asset',
    writes: ['import'],
    summary: 'Forget an import that is over; its assets stay as they are',
    params: byId,
    reply: done,
  }),
  masters: endpoint({
    method: 'GET',
    path: '/api/v1/imports/:id/masters',
    permission: 'manage-asset',
    reads: ['import', 'asset-name', 'brand', 'vendor'],
    summary: 'Master records that an import made and that are still there, by whether assets have them',
    params: byId,
    reply: madeMasters,
  }),
  removeMasters: endpoint({
    method: 'POST',
    path: '/api/v1/imports/:id/remove-masters',
    permission: 'master',
    writes: ['asset-name', 'brand', 'vendor'],
    summary: 'Delete master records that an import made and that no asset has, once it was taken back',
    params: byId,
    reply: done.extend({ removed: z.number().int() }),
  }),
  wrongRows: endpoint({
    method: 'GET',
    path: '/api/v1/imports/:id/wrong-rows',
    permission: 'manage-asset',
    reads: [],
    summary: 'The wrong rows as they were, with the reasons, ready to correct and upload again',
    params: byId,
    reply: 'file',
  }),
  sample: endpoint({
    method: 'GET',
    path: '/api/v1/imports/sample',
    permission: 'manage-asset',
    reads: [],
    summary: 'sample_file.csv',
    reply: 'file',
  }),
}
