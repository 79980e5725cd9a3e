import { z } from 'zod'
import { endpoint } from './endpoint.ts'

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
}
