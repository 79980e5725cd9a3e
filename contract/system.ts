import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Tables whose months are moved into files. */
const archivable = ['events', 'movements', 'tag_reads', 'inventory_items', 'inventory_reads'] as const

const archived = z.object({
  of: z.enum(archivable),
  after: z
    .string()
    .nullable()
    .describe('Only for rows of inventories: those planned from here on, and before `before`.'),
  before: z.string(),
  file: z.string().describe('The last file, which `ats archive --bring-back` reads.'),
})
export type Archived = z.infer<typeof archived>

export const system = {
  live: endpoint({
    method: 'GET',
    path: '/livez',
    permission: 'public',
    reads: [],
    summary: 'The process is up',
    reply: z.object({ status: z.literal('ok') }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/readyz',
    permission: 'public',
    reads: [],
    summary: 'The process can serve: its database answers and it is not shutting down',
    reply: z.object({
      status: z
        .enum(['ok', 'degraded'])
        .describe('Degraded: everything works but storing files, for want of space on the disk.'),
    }),
  }),
  openapi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    permission: 'public',
    reads: [],
    summary: 'This description, for programs',
    reply: 'file',
  }),
  docs: endpoint({
    method: 'GET',
    path: '/api/docs',
    permission: 'public',
    reads: [],
    summary: 'This description, for people',
    reply: 'file',
  }),
  archived: endpoint({
    method: 'GET',
    path: '/api/v1/archived',
    permission: 'authenticated',
    reads: [],
    summary:
      'What is archived: rows before these moments are in files, and lists and reports have them no more',
    reply: z.object({ archived: z.array(archived) }),
  }),
}
