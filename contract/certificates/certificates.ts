import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { passkeyResponse } from '../identity/second-factor.ts'
import { location, pageQuery, pageReply } from '../paging.ts'
import { says } from '../problems/fields.ts'
import { neededText } from '../text.ts'
import { certificateContent, certificateTexts } from './content.ts'

export const signatureRoles = ['approver', 'verifier', 'custodian'] as const
export type SignatureRole = (typeof signatureRoles)[number]

/** The field in which a signature is drawn; points outside of it are invalid. */
export const signatureField = { width: 600, height: 200 } as const
export const mostStrokes = 20_000
/** How long a custodian's link works. */
export const linkHours = 48

const point = String.raw`\d{1,3} \d{1,3}`
const path = new RegExp(`^M${point}(?: ?[ML]${point})*$`)

const drawing = z
  .string()
  .max(mostStrokes, says('signature-too-long'))
  .regex(path, says('signature-malformed'))
  .nullable()
  .default(null)
  .describe(`The strokes as a path of SVG in ${signatureField.width} × ${signatureField.height}.`)

const longText = z.string().trim().max(1000, says('text-too-long')).default('')
const personName = neededText('name-required').max(200, says('text-too-long'))

const written = {
  custodians: z.array(personName).max(20).default([]).describe('Who was present as custodian.'),
  notCovered: longText.describe('What was not covered, and why.'),
  remarks: longText,
}

export const listedCertificate = z.object({
  _id: z.uuid(),
  number: z.string().describe('Readable, such as VC-2026-0007.'),
  inventoryId: z.uuid(),
  inventory: z.string(),
  placeNames: z.array(z.string()),
  madeAt: z.string(),
  madeBy: z.string(),
  signedBy: z.array(z.enum(signatureRoles)),
  isReplaced: z.boolean(),
})
export type ListedCertificate = z.infer<typeof listedCertificate>

export const signature = z.object({
  _id: z.uuid(),
  role: z.enum(signatureRoles),
  name: z.string(),
  drawing: z.string().nullable(),
  signedAt: z.string(),
  withSecondFactor: z.boolean(),
  byLink: z.boolean().describe('A custodian signed with a link that works once.'),
})
export type Signature = z.infer<typeof signature>

const other = z.object({ id: z.uuid(), number: z.string() })
const seal = z.object({ number: z.number().int(), hash: z.string() })

export const certificate = listedCertificate.extend({
  hash: z.string().describe('SHA-256 of the content in canonical JSON.'),
  content: certificateContent,
  texts: certificateTexts,
  textsIntact: z.boolean().describe('False: personal data was removed from the texts since.'),
  people: z.record(z.string(), z.string()).describe('Names of the people in the content, by their ids.'),
  signatures: z.array(signature),
  replacedBy: other.nullable(),
  entryId: z.number().int().describe('The entry of the ledger that has the hash.'),
  entrySeal: seal.nullable().describe('The seal of this entry; null: it is sealed within seconds.'),
  address: z.string().describe('Where anybody can check it: for the QR code.'),
  maySign: z.array(z.enum(signatureRoles)).describe('As what the caller can sign now.'),
  secondFactor: z.array(z.enum(['totp', 'passkey', 'recovery'])).describe('What the caller has to prove.'),
})
export type Certificate = z.infer<typeof certificate>

export const certificateFilter = pageQuery.pick({ cursor: true, size: true, search: true }).extend({
  location: location.optional(),
  inventoryId: id.optional(),
})
export type CertificateFilter = z.infer<typeof certificateFilter>

const byId = z.object({ id })
const one = z.object({ certificate })
const writing = { method: 'POST', permission: 'manage-asset', writes: ['certificate'] } as const
/** Whoever approved or counted signs for themselves. */
const signing = { method: 'POST', permission: 'signed-in', writes: ['certificate'] } as const
const reading = { method: 'GET', permission: 'reports', reads: ['certificate'] } as const
const base = '/api/v1/certificates'
const code = neededText('code-required').max(100, says('text-too-long')).optional()

export const certificates = {
  list: endpoint({
    ...reading,
    path: base,
    rows: 'certificates',
    summary: 'Certificates of verifications within scope, newest first',
    query: certificateFilter,
    reply: z.object({ certificates: z.array(listedCertificate), ...pageReply }),
  }),
  get: endpoint({
    ...reading,
    path: `${base}/:id`,
    summary: 'One certificate with its content and signatures',
    params: byId,
    reply: certificate,
  }),
  create: endpoint({
    ...writing,
    path: base,
    summary: 'Make the certificate of an approved inventory; it never changes',
    status: 201,
    body: z.object({ inventoryId: id, ...written }),
    reply: one,
  }),
  correct: endpoint({
    ...writing,
    path: `${base}/:id/correct`,
    summary: 'Make a new certificate that replaces this one and names it',
    status: 201,
    params: byId,
    body: z.object({ ...written, reason: neededText('reason-required').max(500, says('text-too-long')) }),
    reply: one,
  }),
  passkeyOptions: endpoint({
    ...signing,
    path: `${base}/:id/passkey`,
    summary: 'Options to prove a passkey before signing',
    params: byId,
    reply: z.object({ options: z.record(z.string(), z.unknown()) }),
  }),
  sign: endpoint({
    ...signing,
    path: `${base}/:id/signatures`,
    summary: 'Sign as approver or verifier; with the second factor, if the account has one',
    params: byId,
    body: z.object({
      role: z.enum(['approver', 'verifier']),
      drawing,
      code,
      recoveryCode: code,
      passkey: passkeyResponse.optional(),
    }),
    reply: one,
  }),
  signAsCustodian: endpoint({
    ...writing,
    path: `${base}/:id/custodian`,
    summary: 'A custodian without an account signs on the device of the caller',
    params: byId,
    body: z.object({ name: personName, drawing }),
    reply: one,
  }),
  link: endpoint({
    ...writing,
    path: `${base}/:id/links`,
    summary: `A link with which a custodian signs once, within ${linkHours} hours`,
    params: byId,
    body: z.object({ name: personName }),
    reply: z.object({ address: z.string(), worksUntil: z.string() }),
  }),
}

const token = z.string().max(200)

/** What a custodian reads before signing with a link. */
const toSign = z.object({
  name: z.string(),
  number: z.string(),
  placeNames: z.array(z.string()),
  startedAt: z.string(),
  approvedAt: z.string(),
  expected: z.number().int(),
  found: z.number().int(),
  misplaced: z.number().int(),
  unexpected: z.number().int(),
  hash: z.string(),
})
export type CertificateToSign = z.infer<typeof toSign>

export const certificateLinks = {
  open: endpoint({
    method: 'POST',
    path: '/api/v1/certificate-links/open',
    permission: 'public',
    writes: [],
    summary: 'What the link of a custodian is about',
    body: z.object({ token }),
    reply: toSign,
  }),
  sign: endpoint({
    method: 'POST',
    path: '/api/v1/certificate-links/sign',
    permission: 'public',
    writes: ['certificate'],
    summary: 'Sign as custodian with a link, which works once',
    body: z.object({ token, drawing }),
    reply: z.object({ number: z.string() }),
  }),
}

export const certificateCheck = z.object({
  number: z.string(),
  place: z.string(),
  approvedOn: z.string().describe('The day on which the verification was approved.'),
  madeOn: z.string(),
  hash: z.string(),
  seal: z.number().int().nullable().describe('The number of the seal of the ledger that has its entry.'),
  signatures: z.number().int(),
  isIntact: z.boolean().describe('The stored content has the hash that the ledger has.'),
  replacedBy: z.string().nullable().describe('The number of the certificate that replaces it.'),
})
export type CertificateCheck = z.infer<typeof certificateCheck>

export const certificateChecks = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/certificate-checks/:id/:code',
    permission: 'public',
    reads: [],
    summary: 'Whether a printed certificate is valid; names no person',
    params: z.object({ id, code: z.string().max(50) }),
    reply: certificateCheck,
  }),
}
