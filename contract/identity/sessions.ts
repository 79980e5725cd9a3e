import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { done } from '../paging.ts'
import { permissions } from '../permissions.ts'
import { says } from '../problems/fields.ts'
import { neededText } from '../text.ts'
import { user, withNewEmail } from './users.ts'

const needed = 'credentials-required'

/** A place whose assets are hidden from the person who counts it blind, until the counting ends. */
export const placeCountedBlind = z.object({ _id: z.uuid(), name: z.string(), inventoryId: z.string() })

export const me = user.extend({
  ...withNewEmail,
  permissions: z.array(z.enum(permissions)),
  everywhere: z.boolean().describe('Sees every place, now and later.'),
  countsBlind: z
    .array(placeCountedBlind)
    .describe('The places that the person counts blind now: their assets are missing from every response.'),
})
export type Me = z.infer<typeof me>

export const session = z.object({
  _id: z.uuid(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  address: z.string(),
  agent: z.string(),
  current: z.boolean(),
  program: z.boolean().describe('Opened by a program, not by a browser: its token works alone.'),
})
export type Session = z.infer<typeof session>

export const signedIn = z.object({ token: z.string(), user: me })

/** Roles of the people that the sign-in page of the demo offers. */
export const demoRole = z.enum(['administrator', 'facilities', 'manager', 'auditor'])
export type DemoRole = z.infer<typeof demoRole>

export const sessions = {
  settings: endpoint({
    method: 'GET',
    path: '/api/v1/settings',
    permission: 'public',
    reads: [],
    summary: 'What the sign-in pages need to know of this installation',
    reply: z.object({
      mail: z.boolean().describe('Mail can be sent, so a forgotten password can be reset.'),
      demo: z
        .object({
          email: z.string(),
          password: z.string(),
          people: z
            .array(z.object({ email: z.string(), name: z.string(), as: demoRole }))
            .describe('People to sign in as, with the same password.'),
        })
        .nullable()
        .describe('The sign-in of the demo data set; null everywhere else.'),
    }),
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/v1/login',
    permission: 'public',
    writes: [],
    summary: 'Sign in',
    body: z.object({
      email: neededText(needed).max(320),
      password: z.string(says(needed)).min(1, needed).max(1000),
    }),
    reply: signedIn,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/v1/logout',
    permission: 'signed-in',
    writes: [],
    summary: 'End this session',
    reply: done,
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/v1/me',
    permission: 'signed-in',
    reads: ['user', 'role'],
    summary: 'Who is signed in, and what they may do',
    reply: me,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/sessions',
    permission: 'signed-in',
    reads: ['user'],
    summary: "One's own sessions",
    reply: z.object({ sessions: z.array(session) }),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/v1/sessions/:id',
    permission: 'signed-in',
    writes: ['user'],
    summary: "End one of one's own sessions",
    params: z.object({ id }),
    reply: done,
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: '/api/v1/sessions',
    permission: 'signed-in',
    writes: ['user'],
    summary: "End all of one's own sessions but this one",
    reply: done,
  }),
}
