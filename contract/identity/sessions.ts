import { z } from 'zod'
import { dutyNames } from '../duties.ts'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { done } from '../paging.ts'
import { permissions } from '../permissions.ts'
import { says } from '../problems/fields.ts'
import { neededText } from '../text.ts'
import { shownDirectory } from './shown-directory.ts'
import { user, withNewEmail } from './users.ts'

const needed = 'credentials-required'

/** A place whose assets are hidden from the person who counts it blind, until the counting ends. */
export const placeCountedBlind = z.object({ _id: z.uuid(), name: z.string(), inventoryId: z.string() })

export const me = user.extend({
  ...withNewEmail,
  permissions: z.array(z.enum(permissions)),
  everywhere: z.boolean().describe('Sees every place, now and later.'),
  mustFirst: z
    .enum(dutyNames)
    .nullable()
    .describe('What the person has to do first; almost every other request is refused until then.'),
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
export type SignedIn = z.infer<typeof signedIn>

/** Proofs that the second step of a log-in accepts. */
export const secondMethods = ['totp', 'passkey', 'recovery'] as const
export type SecondMethod = (typeof secondMethods)[number]

/** The first step of a log-in is done, the second one is missing. */
export const secondStepNeeded = z.object({
  secondStep: z.object({
    token: z.string().describe('For the second step; valid for five minutes.'),
    methods: z.array(z.enum(secondMethods)),
    expiresAt: z.string(),
  }),
})
export type SecondStep = z.infer<typeof secondStepNeeded>['secondStep']

/** The reply to every way to sign in. */
export const signInReply = z.union([signedIn, secondStepNeeded])

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
      directories: z.array(shownDirectory).describe('Directories to log in with.'),
    }),
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/v1/login',
    permission: 'public',
    writes: [],
    summary: 'Sign in; with a second factor, the reply is a token for the second step',
    body: z.object({
      email: neededText(needed).max(320),
      password: z.string(says(needed)).min(1, needed).max(1000),
    }),
    reply: signInReply,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/v1/logout',
    permission: 'signed-in',
    allowedBefore: dutyNames,
    writes: [],
    summary: 'End this session',
    reply: done.extend({
      address: z
        .string()
        .nullable()
        .describe('Where the session at the directory ends; null: there is nothing left to end.'),
    }),
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/v1/me',
    permission: 'signed-in',
    allowedBefore: dutyNames,
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
