import { z } from 'zod'
import { bulkResult } from './bulk.ts'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { saidOfWork } from './problems/message.ts'

/** Up to this many records are changed within the request; more become a job. */
export const mostAtOnce = 1000

export const bulkWorks = [
  'move-assets',
  'move-assets-back',
  'assign-assets',
  'assign-assets-back',
  'set-asset-field',
  'set-asset-field-back',
  'delete-assets',
  'restore-assets',
  'cover-assets',
  'cover-assets-back',
  'merge-masters',
  'move-place',
  'start-inventory',
  'apply-inventory',
  'resolve-inventory',
  'remove-personal-data',
] as const
export type BulkWork = (typeof bulkWorks)[number]

export const bulkJobStatuses = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type BulkJobStatus = (typeof bulkJobStatuses)[number]

export const bulkJob = bulkResult.extend({
  _id: z.uuid(),
  work: z.enum(bulkWorks),
  subject: z
    .string()
    .nullable()
    .describe('Where to, to whom, why, or which record and where it goes, as far as that was said.'),
  status: z.enum(bulkJobStatuses),
  total: z.number().int().nullable().describe('How many records it is about; null until they are gathered.'),
  results: bulkResult.shape.results.describe('The first hundred that failed or need a word.'),
  ...saidOfWork('Why it failed.'),
  undone: z.boolean().describe('What it did was taken back.'),
  undoable: z.boolean().describe('What it did can be taken back by another job.'),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
})
export type BulkJob = z.infer<typeof bulkJob>

/** The result for each record, or the job that is doing the work. */
export const bulkAnswer = bulkResult.extend({
  job: bulkJob.optional().describe('Present, with 202, where there are more than a thousand.'),
  move: z.string().optional().describe('What a move that was made at once is undone by.'),
})
export type BulkAnswer = z.infer<typeof bulkAnswer>

const aboutJob = z.object({ job: bulkJob })

const byId = z.object({ id })

/** Kinds of record that any bulk job may write. */
export const writtenByJobs = [
  ...(['asset', 'asset-name', 'asset-state', 'brand', 'vendor', 'place', 'user'] as const),
  ...(['state-change', 'inventory', 'unknown-tag', 'cover'] as const),
]

export const bulkJobs = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/bulk-jobs',
    permission: 'authenticated',
    reads: ['bulk-job'],
    summary: "One's own work on many records, whether done at once or as a job; the newest fifty",
    reply: z.object({ jobs: z.array(bulkJob) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/bulk-jobs/:id',
    permission: 'authenticated',
    reads: ['bulk-job'],
    summary: 'How far such work is, and what became of it',
    params: byId,
    reply: bulkJob,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/v1/bulk-jobs/:id/cancel',
    permission: 'authenticated',
    writes: ['bulk-job'],
    summary: 'Stop it; what was done until then stays done, but a place that moves goes back where it was',
    params: byId,
    reply: aboutJob,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/v1/bulk-jobs/:id/undo',
    permission: 'authenticated',
    writes: ['bulk-job'],
    summary: 'Take back what it did, by another job, within a day; takes the permission of that work',
    status: 202,
    params: byId,
    reply: aboutJob,
  }),
}
