// Why it is built this way: docs/decisions/071-papers.md

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { type FlatKind, flatMasters } from './masters.ts'
import { done } from './paging.ts'
import { assetReaders, type Permission } from './permissions.ts'
import { says } from './problems/fields.ts'
import { neededText } from './text.ts'

/** Who sees the papers of a kind of record, and who changes them; the scope is checked besides. */
type PaperKindRights = { see: readonly Permission[]; change: Permission }

const master = { see: ['master', ...assetReaders], change: 'master' } as const

const ofMasters = Object.fromEntries(Object.keys(flatMasters).map((kind) => [kind, master])) as Record<
  FlatKind,
  typeof master
>

/**
 * The kinds of records that can have papers. Each also has an entry in server/src/paper-records.ts,
 * and the actions of `paperActions` in the ledger.
 */
export const paperKinds = {
  asset: { see: assetReaders, change: 'manage-asset' },
  place: master,
  ...ofMasters,
  inventory: { see: ['reports'], change: 'manage-asset' },
  'state-change': { see: assetReaders, change: 'manage-asset' },
  cover: { see: assetReaders, change: 'manage-asset' },
} as const satisfies Record<string, PaperKindRights>

export type PaperKind = keyof typeof paperKinds
const kindNames = Object.keys(paperKinds) as [PaperKind, ...PaperKind[]]

const readers = ['master', ...assetReaders] as const
const changers = ['master', 'manage-asset'] as const

/** The types of papers, with the endings that a name may have for each. */
export const paperTypes = {
  pdf: { mime: 'application/pdf', endings: ['pdf'] },
  docx: {
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    endings: ['docx'],
  },
  xlsx: { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', endings: ['xlsx'] },
  pptx: {
    mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    endings: ['pptx'],
  },
  odt: { mime: 'application/vnd.oasis.opendocument.text', endings: ['odt'] },
  ods: { mime: 'application/vnd.oasis.opendocument.spreadsheet', endings: ['ods'] },
  odp: { mime: 'application/vnd.oasis.opendocument.presentation', endings: ['odp'] },
  csv: { mime: 'text/csv', endings: ['csv'] },
  txt: { mime: 'text/plain', endings: ['txt'] },
  png: { mime: 'image/png', endings: ['png'] },
  jpeg: { mime: 'image/jpeg', endings: ['jpg', 'jpeg'] },
  webp: { mime: 'image/webp', endings: ['webp'] },
  gif: { mime: 'image/gif', endings: ['gif'] },
} as const satisfies Record<string, { mime: string; endings: readonly string[] }>

export type PaperType = keyof typeof paperTypes
const typeNames = Object.keys(paperTypes) as [PaperType, ...PaperType[]]

/** The type that the ending of a name promises. */
export function paperTypeOf(name: string): PaperType | undefined {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase()
  return typeNames.find((type) => (paperTypes[type].endings as readonly string[]).includes(ending ?? ''))
}

export const mostPaperBytes = 25_000_000
export const mostChunkBytes = 2_000_000
/** Papers of one record, and records of one paper. */
export const mostPapers = 200

export const scanStates = ['off', 'waiting', 'clean', 'infected'] as const

export const paper = z.object({
  _id: z.uuid(),
  name: z.string(),
  type: z.enum(typeNames),
  size: z.number().int(),
  sha256: z.string(),
  scan: z
    .enum(scanStates)
    .describe('off: no scanner was set up. A paper that is waiting for the scanner cannot be opened.'),
  hasThumbnail: z.boolean(),
  uploadedBy: z.string().nullable(),
  uploadedAt: z.string(),
})
export type Paper = z.infer<typeof paper>

export const paperUpload = z.object({
  _id: z.uuid(),
  received: z.number().int().describe('The next chunk starts here.'),
  size: z.number().int(),
  expiresAt: z.string(),
})
export type PaperUpload = z.infer<typeof paperUpload>

/** Neither a path, nor invisible or reordering characters, nor a hidden file. */
const wrongName = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff/\\:*?"<>|]|^\.|\.$/u

export const paperName = neededText('name-required')
  .max(200, says('text-too-long'))
  .refine((name) => !wrongName.test(name), says('paper-name-wrong'))

export const paperRecord = z.object({ kind: z.enum(kindNames), recordId: id })
export type PaperRecord = z.infer<typeof paperRecord>

export const newPaper = paperRecord.extend({
  name: paperName.refine((name) => paperTypeOf(name) !== undefined, says('paper-type-unknown')),
  size: z.number().int().min(1, says('paper-empty')).max(mostPaperBytes, says('paper-too-large')),
})
export type NewPaper = z.input<typeof newPaper>

const byId = z.object({ id })
const sha256 = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, says('paper-hash-malformed'))
const writes = kindNames

export const papers = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/papers',
    permission: readers,
    reads: kindNames,
    summary: 'The papers of a record, newest first',
    query: paperRecord,
    reply: z.object({
      papers: z.array(paper),
      mayChange: z.boolean().describe('The caller may add papers to this record and remove them.'),
    }),
  }),
  find: endpoint({
    method: 'GET',
    path: '/api/v1/papers/search',
    permission: readers,
    reads: kindNames,
    summary: 'Papers on records that the caller sees, by name, newest first; at most twenty',
    query: z.object({ search: z.string().trim().max(200).default('') }),
    reply: z.object({ papers: z.array(paper) }),
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/v1/papers/:id/file',
    permission: readers,
    reads: [],
    summary: 'The file, always as a download',
    params: byId,
    reply: 'file',
  }),
  thumbnail: endpoint({
    method: 'GET',
    path: '/api/v1/papers/:id/thumbnail',
    permission: readers,
    reads: [],
    summary: 'A small copy of a picture',
    params: byId,
    reply: 'file',
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/v1/papers/:id',
    permission: changers,
    writes,
    summary: 'Rename a paper, on all of its records; the ending stays',
    params: byId,
    body: z.object({ name: paperName }),
    reply: paper,
  }),
  attach: endpoint({
    method: 'POST',
    path: '/api/v1/papers/:id/records',
    permission: changers,
    writes,
    summary: 'Attach a paper to another record, or again after it was removed',
    params: byId,
    body: paperRecord,
    reply: paper,
  }),
  detach: endpoint({
    method: 'DELETE',
    path: '/api/v1/papers/:id/records/:kind/:recordId',
    permission: changers,
    writes,
    summary: 'Remove a paper from a record; without records it is deleted a day later',
    params: byId.extend(paperRecord.shape),
    reply: done,
  }),
}

export const paperUploads = {
  begin: endpoint({
    method: 'POST',
    path: '/api/v1/paper-uploads',
    permission: changers,
    writes: [],
    summary: 'Begin to upload a paper; an upload that is not completed ends after a day',
    status: 201,
    body: newPaper,
    reply: paperUpload,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/paper-uploads/:id',
    permission: changers,
    reads: [],
    summary: 'How much of an upload has arrived, to resume it',
    params: byId,
    reply: paperUpload,
  }),
  send: endpoint({
    method: 'PUT',
    path: '/api/v1/paper-uploads/:id/chunks/:start',
    permission: changers,
    writes: [],
    summary: `Send the bytes from a position on, at most ${mostChunkBytes}; sending them again has no effect`,
    params: byId.extend({ start: z.coerce.number().int().min(0).max(mostPaperBytes) }),
    file: true,
    reply: paperUpload,
  }),
  complete: endpoint({
    method: 'POST',
    path: '/api/v1/paper-uploads/:id/complete',
    permission: changers,
    writes,
    summary: 'Check the whole file and attach it; completing again returns the same paper',
    status: 201,
    params: byId,
    body: z.object({
      sha256: sha256.optional().describe('If given, it must be that of the bytes that arrived.'),
    }),
    reply: paper,
  }),
}
