import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { done } from '../paging.ts'
import { session } from './sessions.ts'

/** The sessions of other people, for administrators. */
export const userSessions = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/users/:id/sessions',
    permission: 'user-management',
    reads: ['user'],
    summary: "A user's sessions",
    params: z.object({ id }),
    reply: z.object({ sessions: z.array(session) }),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/v1/users/:id/sessions/:sessionId',
    permission: 'user-management',
    writes: ['user'],
    summary: "End one of a user's sessions",
    params: z.object({ id, sessionId: id }),
    reply: done,
  }),
  endAll: endpoint({
    method: 'DELETE',
    path: '/api/v1/users/:id/sessions',
    permission: 'user-management',
    writes: ['user'],
    summary: "End all of a user's sessions",
    params: z.object({ id }),
    reply: done,
  }),
}
