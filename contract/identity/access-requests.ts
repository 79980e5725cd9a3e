import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { done } from '../paging.ts'
import { says } from '../problems/fields.ts'
import { newUser, user } from './users.ts'

export const accessRequest = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  location: z
    .string()
    .nullable()
    .describe('The lower-cased name of the city they named; null where there is none.'),
  createdAt: z.string(),
})
export type AccessRequest = z.infer<typeof accessRequest>

/** A link that sets a password once. It expires at `worksUntil`. */
export const passwordLink = z.object({ address: z.string(), worksUntil: z.string() })
export type PasswordLink = z.infer<typeof passwordLink>

const byId = z.object({ id })

export const accessRequests = {
  create: endpoint({
    method: 'POST',
    path: '/api/v1/access-requests',
    permission: 'public',
    writes: ['access-request'],
    summary: 'Ask for an account; the answer is the same for every email, and the password is not kept',
    status: 202,
    body: newUser.pick({ name: true, email: true, password: true }).extend({
      location: z
        .string()
        .trim()
        .toLowerCase()
        .max(200, says('text-too-long'))
        .default('')
        .describe(
          'The city; people who manage its users decide. Without one, people who see every place do.',
        ),
    }),
    reply: done,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/access-requests',
    permission: 'user-management',
    reads: ['access-request'],
    summary: 'Access requests within scope that wait for a decision, oldest first, at most 100',
    reply: z.object({ requests: z.array(accessRequest), total: z.number().int() }),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/v1/access-requests/:id/approve',
    permission: 'user-management',
    writes: ['access-request', 'user', 'role'],
    summary: 'Create the account that was asked for; its password is set with a link',
    params: byId,
    body: newUser.pick({ role: true, location: true, places: true }),
    reply: z.object({
      user,
      passwordLink: passwordLink
        .nullable()
        .describe('For the caller to hand over; null where it went to the user by mail.'),
    }),
  }),
  reject: endpoint({
    method: 'POST',
    path: '/api/v1/access-requests/:id/reject',
    permission: 'user-management',
    writes: ['access-request'],
    summary: 'Turn the request down',
    params: byId,
    reply: done,
  }),
}
