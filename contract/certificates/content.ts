import { z } from 'zod'
import { resolutionActions } from '../inventories/review.ts'

/** Rooms and discrepancies that a certificate lists; the rest is counted. */
export const mostListed = 5000

const count = z.number().int()
const sha256 = z.string().describe('SHA-256 in hexadecimal.')

const figures = {
  expected: count,
  found: count,
  misplaced: count.describe('Found, but in another room than expected.'),
  outside: count,
  binned: count,
  unknown: count,
}

/**
 * What a certificate says. It is the same in every language, and names people by the ids of their accounts only, so
 * its hash stays valid when personal data is removed.
 */
export const certificateContent = z.object({
  format: z.literal(1),
  number: z.string(),
  inventoryId: z.uuid(),
  inventory: z.string(),
  placeId: z.uuid(),
  placeNames: z.array(z.string()),
  startedAt: z.string(),
  reviewedAt: z.string(),
  approvedAt: z.string(),
  plannedBy: z.uuid(),
  countedBy: z.array(z.uuid()),
  approvedBy: z.uuid(),
  exception: z
    .object({ for: z.uuid(), by: z.uuid() })
    .nullable()
    .describe('Who was allowed to approve although they took part, and by whom.'),
  mustCount: count.nullable().describe('The share of the expected assets that approval needed, in percent.'),
  method: z.object({
    blind: z.boolean(),
    devices: count.describe('Devices of people that sent reads.'),
    fixedReaders: count,
    byHand: count.describe('Found without a tag, by a photo.'),
  }),
  figures: z.object({
    ...figures,
    weak: count.describe('Read once only.'),
    open: count.describe('Discrepancies that were approved without a decision.'),
  }),
  rooms: z.array(
    z.object({ placeId: z.uuid(), names: z.array(z.string()), covered: z.boolean(), ...figures }),
  ),
  roomsLeftOut: count.describe('Further rooms that are not listed.'),
  notCovered: count.describe('Rooms in which nothing was read or seen.'),
  discrepancies: z.array(
    z.object({
      itemId: z.uuid(),
      class: z.enum(['misplaced', 'not-found', 'outside', 'binned', 'unknown']),
      assetTagId: z.string().nullable().describe('Only of assets that were expected.'),
      tag: z.string().nullable(),
      expectedPlaceId: z.uuid().nullable(),
      seenPlaceId: z.uuid().nullable(),
      action: z.enum(resolutionActions).nullable().describe('What was decided; null: nothing.'),
      decidedBy: z.uuid().nullable(),
      failed: z.boolean().describe('The decision could not be applied.'),
    }),
  ),
  discrepanciesLeftOut: count.describe('Further discrepancies that are not listed.'),
  devicesLeftOut: z.array(z.object({ deviceId: z.uuid(), userId: z.uuid().nullable(), unsent: count })),
  recounts: count,
  replaces: z.object({ id: z.uuid(), number: z.string(), hash: sha256 }).nullable(),
  textsHash: sha256.describe('Of the texts, with a random salt.'),
  seal: z
    .object({ number: count, hash: sha256 })
    .nullable()
    .describe('The last seal of the ledger when the certificate was made.'),
})
export type CertificateContent = z.infer<typeof certificateContent>

/** What people wrote. It can name somebody, so it is hashed apart and can be redacted. */
export const certificateTexts = z.object({
  custodians: z.array(z.string()).describe('Who was present as custodian.'),
  notCovered: z.string().describe('Why something was not covered.'),
  remarks: z.string(),
  reason: z.string().nullable().describe('Why a former certificate is replaced.'),
  openReason: z.string().nullable(),
  exceptionReason: z.string().nullable(),
  devices: z.record(z.string(), z.string()).describe('Names of devices that were left out.'),
  items: z.record(
    z.string(),
    z.object({
      name: z.string().nullable(),
      note: z.string().nullable(),
      reason: z.string().nullable().describe('What was written about the decision.'),
      outcome: z.string().nullable(),
    }),
  ),
})
export type CertificateTexts = z.infer<typeof certificateTexts>

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** One form for one value: keys in order, no spaces (RFC 8785 for texts and whole numbers). */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join(',')}}`
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value)
