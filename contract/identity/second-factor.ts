import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { done } from '../paging.ts'
import { says } from '../problems/fields.ts'
import { neededText } from '../text.ts'
import { rememberedDays } from './remembered-days.ts'
import { signedIn } from './sessions.ts'

const secret = z.string().max(200)
const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/)

const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') }
const ofBrowser = {
  clientExtensionResults: z.record(z.string().max(100), z.unknown()).default({}),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
}

const newPasskeyResponse = z.object({
  ...credential,
  ...ofBrowser,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(50)).max(10).default([]),
  }),
})
export type NewPasskeyResponse = z.infer<typeof newPasskeyResponse>

export const passkeyResponse = z.object({
  ...credential,
  ...ofBrowser,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
})
export type PasskeyResponse = z.infer<typeof passkeyResponse>

const passkeyOptions = z
  .record(z.string(), z.unknown())
  .describe('Options of WebAuthn in JSON, for navigator.credentials.')

const code = neededText('code-required').max(100, says('text-too-long'))

const hasOneProof = (given: Partial<Record<'code' | 'recoveryCode' | 'passkey', unknown>>) =>
  [given.code, given.recoveryCode, given.passkey].filter((one) => one !== undefined).length === 1

export const secondSteps = {
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/api/v1/login/second-step/passkey',
    permission: 'public',
    writes: [],
    summary: 'Options to prove the second step of a log-in with a passkey',
    body: z.object({ token: secret }),
    reply: z.object({ options: passkeyOptions }),
  }),
  complete: endpoint({
    method: 'POST',
    path: '/api/v1/login/second-step',
    permission: 'public',
    writes: [],
    summary: 'Complete a log-in with the second factor',
    body: z
      .object({
        token: secret.describe('The token of the first step.'),
        code: code.optional().describe('Six digits of the authenticator app.'),
        recoveryCode: code.optional(),
        passkey: passkeyResponse.optional(),
        remember: z
          .boolean()
          .default(false)
          .describe(`This browser skips the second step for ${rememberedDays} days.`),
      })
      .refine(hasOneProof, { path: ['code'], message: says('code-required') }),
    reply: signedIn,
  }),
}

export const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type Passkey = z.infer<typeof passkey>

export const rememberedDevice = z.object({
  id: z.uuid(),
  address: z.string(),
  agent: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  expiresAt: z.string(),
})
export type RememberedDevice = z.infer<typeof rememberedDevice>

const ownFactors = z.object({
  required: z.boolean().describe("The person's role requires a second factor."),
  hasPassword: z
    .boolean()
    .describe('False: changes need no password, but a session that is at most ten minutes old.'),
  totp: z
    .object({ createdAt: z.string(), lastUsedAt: z.string().nullable() })
    .nullable()
    .describe('The authenticator app.'),
  passkeys: z.array(passkey),
  recoveryCodes: z.number().int().describe('How many are left.'),
  devices: z.array(rememberedDevice),
})
export type OwnFactors = z.infer<typeof ownFactors>

const confirmed = z.object({
  password: z.string().max(1000).default('').describe('Needed if the account has one.'),
})
const byId = z.object({ id })
const passkeyName = neededText('name-required').max(100, says('text-too-long'))

const newCodes = z
  .array(z.string())
  .nullable()
  .describe('New recovery codes, shown only now; null if there are some already.')

/** A person without a required second factor may use these endpoints, but no others. */
const own = { permission: 'signed-in', allowedBefore: ['set-up-second-factor'] } as const
const base = '/api/v1/me/second-factor'

export const secondFactor = {
  get: endpoint({
    ...own,
    method: 'GET',
    path: base,
    reads: ['user', 'role'],
    summary: "One's own second factors and remembered devices",
    reply: ownFactors,
  }),
  beginTotp: endpoint({
    ...own,
    method: 'POST',
    path: `${base}/totp`,
    writes: [],
    summary: 'A new secret for an authenticator app; counts once a code confirms it',
    body: confirmed,
    reply: z.object({ secret: z.string(), uri: z.string().describe('For a QR code.') }),
  }),
  confirmTotp: endpoint({
    ...own,
    method: 'POST',
    path: `${base}/totp/confirm`,
    writes: ['user'],
    summary: 'Confirm the authenticator app with its first code',
    body: z.object({ code }),
    reply: z.object({ recoveryCodes: newCodes }),
  }),
  removeTotp: endpoint({
    ...own,
    method: 'POST',
    path: `${base}/totp/remove`,
    writes: ['user'],
    summary: 'Remove the authenticator app',
    body: confirmed,
    reply: done,
  }),
  beginPasskey: endpoint({
    ...own,
    method: 'POST',
    path: `${base}/passkeys/options`,
    writes: [],
    summary: 'Options to create a passkey',
    body: confirmed,
    reply: z.object({ options: passkeyOptions }),
  }),
  addPasskey: endpoint({
    ...own,
    method: 'POST',
    path: `${base}/passkeys`,
    writes: ['user'],
    summary: 'Add the passkey that the browser created',
    status: 201,
    body: z.object({ name: passkeyName, response: newPasskeyResponse }),
    reply: z.object({ passkey, recoveryCodes: newCodes }),
  }),
  renamePasskey: endpoint({
    ...own,
    method: 'PATCH',
    path: `${base}/passkeys/:id`,
    writes: ['user'],
    summary: 'Rename a passkey',
    params: byId,
    body: z.object({ name: passkeyName }),
    reply: passkey,
  }),
  removePasskey: endpoint({
    ...own,
    method: 'POST',
    path: `${base}/passkeys/:id/remove`,
    writes: ['user'],
    summary: 'Remove a passkey',
    params: byId,
    body: confirmed,
    reply: done,
  }),
  newRecoveryCodes: endpoint({
    ...own,
    method: 'POST',
    path: `${base}/recovery-codes`,
    writes: ['user'],
    summary: 'Replace all recovery codes; they are shown only now',
    body: confirmed,
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  forgetDevice: endpoint({
    ...own,
    method: 'DELETE',
    path: `${base}/devices/:id`,
    writes: ['user'],
    summary: 'Ask a remembered device for the second factor again',
    params: byId,
    reply: done,
  }),
  reset: endpoint({
    method: 'POST',
    path: '/api/v1/admin/user/:id/second-factor/reset',
    permission: 'user-management',
    writes: ['user'],
    summary: 'Remove all second factors of a user and end their sessions; they are told by mail',
    params: byId,
    reply: done,
  }),
}
