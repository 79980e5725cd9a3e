import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { done } from '../paging.ts'
import { says } from '../problems/fields.ts'
import { neededText } from '../text.ts'
import { signInReply } from './sessions.ts'
import { shownDirectory } from './shown-directory.ts'

const address = z.object({ address: z.string().describe('Where the browser goes next.') })
const byId = z.object({ id })
const password = z.string(says('password-required')).min(1, says('password-required')).max(1000)

/** Logging in with a directory, and connecting an existing account to one. */
export const directorySignIn = {
  start: endpoint({
    method: 'POST',
    path: '/api/v1/login/directories/:id/start',
    permission: 'public',
    writes: [],
    summary: 'Begin to log in with an OIDC provider; the response sets a cookie that the end needs',
    params: byId,
    reply: address,
  }),
  complete: endpoint({
    method: 'POST',
    path: '/api/v1/login/oidc',
    permission: 'public',
    writes: ['user'],
    summary: 'Log in with what the provider sent back; each start can be completed once, within 10 minutes',
    body: z.object({
      code: z.string().min(1).max(4096),
      state: z.string().min(1).max(200),
      iss: z.string().max(2000).optional(),
    }),
    reply: signInReply,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/v1/me/directories',
    permission: 'signed-in',
    reads: ['user', 'directory'],
    summary: "Directories to log in with, and which of them know one's own account",
    reply: z.object({ directories: z.array(shownDirectory.extend({ connected: z.boolean() })) }),
  }),
  connect: endpoint({
    method: 'POST',
    path: '/api/v1/me/directories/:id/connect',
    permission: 'signed-in',
    writes: ['user'],
    summary: "Begin to connect one's own account to an OIDC provider, with one's password",
    params: byId,
    body: z.object({ password }),
    reply: address,
  }),
  connectLdap: endpoint({
    method: 'POST',
    path: '/api/v1/me/directories/:id/connect-ldap',
    permission: 'signed-in',
    writes: ['user'],
    summary: "Connect one's own account to an LDAP directory, with both passwords",
    params: byId,
    body: z.object({
      password,
      login: neededText('credentials-required').max(320),
      directoryPassword: password,
    }),
    reply: done,
  }),
  disconnect: endpoint({
    method: 'DELETE',
    path: '/api/v1/me/directories/:id',
    permission: 'signed-in',
    writes: ['user'],
    summary: "Disconnect one's own account; only with a password of its own",
    params: byId,
    reply: done,
  }),
}
