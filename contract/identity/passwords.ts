import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done } from '../paging.ts'
import { says } from '../problems/fields.ts'
import { neededText } from '../text.ts'

const fillAll = 'all-fields-required'

/** Only the length is checked here; the server also rejects common passwords and the person's own name or email. */
export const password = z
  .string(says('password-required'))
  .max(200, says('text-too-long'))
  .refine((text) => text === '' || [...text].length >= 8, says('password-too-short'))

export const passwords = {
  change: endpoint({
    method: 'PUT',
    path: '/api/v1/me/password',
    permission: 'signed-in',
    allowedBefore: ['change-password'],
    writes: ['user'],
    summary: "Change one's own password; every session ends and a new one begins",
    body: z.object({
      oldPassword: z.string(fillAll).min(1, fillAll).max(1000),
      newPassword: password.min(1, fillAll),
    }),
    reply: z.object({ message: z.string(), token: z.string() }),
  }),
  forgot: endpoint({
    method: 'POST',
    path: '/api/v1/password-resets',
    permission: 'public',
    writes: [],
    summary: 'Ask for a link to set a new password; the answer is the same for every email',
    status: 202,
    body: z.object({ email: neededText('email-required').max(320) }),
    reply: done,
  }),
  reset: endpoint({
    method: 'POST',
    path: '/api/v1/password-resets/complete',
    permission: 'public',
    writes: [],
    summary: 'Set a new password with the link from the mail',
    body: z.object({ token: z.string().max(200), password: password.min(1, says('password-required')) }),
    reply: done,
  }),
}
