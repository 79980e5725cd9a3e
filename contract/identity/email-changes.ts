import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done } from '../paging.ts'

export const emailChanges = {
  complete: endpoint({
    method: 'POST',
    path: '/api/v1/email-changes/complete',
    permission: 'public',
    writes: ['user'],
    summary: 'Confirm a new email with the link that was mailed to it',
    body: z.object({ token: z.string().max(200) }),
    reply: done,
  }),
}
