import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { pageQuery, pageReply } from './paging.ts'
import { says } from './problems/fields.ts'

/** Waiting for an answer, waiting for the person who asked, or closed. */
export const helpStatuses = ['waiting', 'answered', 'closed'] as const
export type HelpStatus = (typeof helpStatuses)[number]

const listed = {
  _id: z.uuid(),
  id: z.number().int().describe('A number that people can say to each other.'),
  subject: z.string(),
  status: z.enum(helpStatuses),
  askedBy: z.string(),
  isMine: z.boolean().describe('The caller asked.'),
  createdAt: z.string(),
  updatedAt: z.string(),
}
const listedRequest = z.object(listed)
export type ListedHelpRequest = z.infer<typeof listedRequest>

export const helpMessage = z.object({
  _id: z.uuid(),
  step: z.enum(['written', 'closed', 'reopened']),
  text: z.string().nullable(),
  writtenBy: z.string(),
  isMine: z.boolean(),
  writtenAt: z.string(),
})
export type HelpMessage = z.infer<typeof helpMessage>

export const helpRequest = z.object({
  ...listed,
  image: z.string().nullable(),
  messages: z.array(helpMessage).describe('The latest, the oldest of them first.'),
})
export type HelpRequest = z.infer<typeof helpRequest>

export const mostMessages = 200

const text = z.string().trim().min(1, says('help-text-required')).max(4000, says('text-too-long'))

export const newHelpRequest = z.object({
  subject: z.string().trim().min(1, says('help-subject-required')).max(200, says('text-too-long')),
  text,
})
export const newHelpMessage = z.object({ text })

const byId = z.object({ id })
const page = pageQuery.pick({ cursor: true, size: true })
const list = z.object({ helpRequests: z.array(listedRequest), ...pageReply })

export const help = {
  create: endpoint({
    method: 'POST',
    path: '/api/v1/help-requests',
    permission: 'signed-in',
    writes: ['help-request'],
    summary: 'Ask for help, with a screenshot if there is one',
    status: 201,
    body: newHelpRequest,
    image: 'optional',
    reply: helpRequest,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/v1/help-requests',
    permission: 'signed-in',
    reads: ['help-request', 'notifications'],
    summary: "One's own requests for help, newest first",
    query: page,
    reply: list,
  }),
  ofOthers: endpoint({
    method: 'GET',
    path: '/api/v1/help-requests/of-others',
    permission: 'user-management',
    reads: ['help-request', 'notifications'],
    summary: 'What people within scope ask for; what waits longest stands first, all else newest first',
    query: page.extend({ status: z.enum(helpStatuses).default('waiting') }),
    reply: list,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/help-requests/:id',
    permission: 'signed-in',
    reads: ['help-request', 'notifications'],
    summary: `One request with its conversation, at most the latest ${mostMessages} messages`,
    params: byId,
    reply: helpRequest,
  }),
  image: endpoint({
    method: 'GET',
    path: '/api/v1/help-requests/:id/image',
    permission: 'signed-in',
    reads: [],
    summary: 'The screenshot that came with a request',
    params: byId,
    reply: 'file',
  }),
  write: endpoint({
    method: 'POST',
    path: '/api/v1/help-requests/:id/messages',
    permission: 'signed-in',
    writes: ['help-request'],
    summary: 'Answer a request, or add to one of your own',
    params: byId,
    body: newHelpMessage,
    reply: helpRequest,
  }),
  close: endpoint({
    method: 'POST',
    path: '/api/v1/help-requests/:id/close',
    permission: 'signed-in',
    writes: ['help-request'],
    summary: 'Close a request; its conversation is kept',
    params: byId,
    reply: helpRequest,
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/api/v1/help-requests/:id/reopen',
    permission: 'signed-in',
    writes: ['help-request'],
    summary: 'Reopen a request that was closed, and say why',
    params: byId,
    body: newHelpMessage,
    reply: helpRequest,
  }),
}
