import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { seriesLimit } from './epc-encode.ts'
import { id } from './id.ts'
import { pageQuery, pageReply } from './paging.ts'
import { says } from './problems/fields.ts'
import { neededText } from './text.ts'
import { editedVersion, version } from './versions.ts'

/** `private`: without a GS1 company prefix (docs/decisions/073-tag-numbers.md). */
export const tagSchemes = ['giai', 'sgtin', 'private'] as const
export type TagScheme = (typeof tagSchemes)[number]

export const mostTagSeries = 100
/** The size of a block, which is read at once. */
export const mostReserved = 10_000

const serialNumber = z.string().describe('A text of digits: serial numbers may have up to 62 bits.')

export const tagSeries = z.object({
  id: z.uuid(),
  name: z.string(),
  scheme: z.enum(tagSchemes),
  companyPrefix: z.string().nullable().describe('The GS1 company prefix; null for the private scheme.'),
  itemReference: z.string().nullable().describe('Indicator and item reference; only for SGTIN.'),
  organisation: z
    .string()
    .nullable()
    .describe('Eight random hex digits in every tag of the private scheme; otherwise null.'),
  filter: z.number().int().describe('The filter value of GS1, 0 to 7; 0 for the private scheme.'),
  firstSerial: serialNumber,
  nextSerial: serialNumber.describe('The next number that is reserved.'),
  lastSerial: serialNumber,
  left: serialNumber.describe('How many numbers can still be reserved.'),
  nextTag: z.string().nullable().describe('The tag of the next number; null if none is left.'),
  voided: z.number().int().describe('How many numbers are void.'),
  retired: z.boolean(),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  version,
})
export type TagSeries = z.infer<typeof tagSeries>

export const tagBlock = z.object({
  id: z.uuid(),
  firstSerial: serialNumber,
  lastSerial: serialNumber,
  count: z.number().int(),
  firstTag: z.string(),
  lastTag: z.string(),
  reservedBy: z.string().nullable(),
  reservedAt: z.string(),
})
export type TagBlock = z.infer<typeof tagBlock>

export const voidTag = z.object({
  serial: serialNumber,
  tag: z.string(),
  reason: z.string(),
  voidedBy: z.string().nullable(),
  voidedAt: z.string(),
})
export type VoidTag = z.infer<typeof voidTag>

/** At most the 19 digits that 62 bits have; more is not converted to a number. */
const serialGiven = z
  .string()
  .trim()
  .regex(/^[0-9]+$/, says('tag-serial-not-digits'))
  .regex(/^(0|[1-9][0-9]*)$/, says('tag-serial-leading-zero'))
  .max(19, says('tag-serial-too-large'))
const name = neededText('tag-series-name-required').max(100, says('text-too-long'))
const part = z.string().trim().max(20, says('text-too-long')).nullable()

/** Numbers that GS1 leaves for use within a company or region, so they are nobody's prefix. */
const restricted = /^(?:02|04|2)/

export const newTagSeries = z
  .object({
    name,
    scheme: z.enum(tagSchemes),
    companyPrefix: part.default(null).describe('The prefix that GS1 has licensed to the organisation.'),
    itemReference: part.default(null),
    filter: z.number().int().default(0),
    firstSerial: serialGiven.default('1'),
    lastSerial: serialGiven.nullable().default(null).describe('Null: the largest number of the scheme.'),
  })
  .superRefine(({ scheme, filter, companyPrefix, itemReference }, context) => {
    const problem = (field: string, code: Parameters<typeof says>[0]) =>
      context.addIssue({ code: 'custom', path: [field], message: says(code) })
    if (scheme !== 'sgtin' && itemReference !== null) problem('itemReference', 'tag-part-not-of-scheme')
    if (scheme === 'private') {
      if (companyPrefix !== null) problem('companyPrefix', 'tag-part-not-of-scheme')
      if (filter !== 0) problem('filter', 'tag-part-not-of-scheme')
      return
    }
    const parts = { filter, companyPrefix: companyPrefix ?? '', serial: '0' }
    const limited = seriesLimit(
      scheme === 'giai' ? { scheme, ...parts } : { scheme, ...parts, itemReference: itemReference ?? '' },
    )
    if (limited !== undefined) problem(limited.field, limited.limit)
    else if (restricted.test(parts.companyPrefix)) problem('companyPrefix', 'tag-prefix-restricted')
  })
export type NewTagSeries = z.input<typeof newTagSeries>

export const tagSeriesChange = z.object({
  name: name.optional(),
  nextSerial: serialGiven.optional().describe('A larger number: those in between are left out for ever.'),
  version: editedVersion,
})
export type TagSeriesChange = z.infer<typeof tagSeriesChange>

export const tagReservation = z.object({ count: z.number().int().min(1).max(mostReserved) })

export const newVoidTag = z.object({
  serial: serialGiven,
  reason: neededText('reason-required').max(500, says('text-too-long')),
})
export type NewVoidTag = z.infer<typeof newVoidTag>

export const tagListFilter = pageQuery.pick({ cursor: true, size: true })
export type TagListFilter = z.infer<typeof tagListFilter>

const byId = z.object({ id })
const path = '/api/v1/tag-series'
/** Whoever prints labels. */
const users = ['master', 'manage-asset'] as const
const writing = { method: 'POST', writes: ['tag-series'] } as const
const reading = { method: 'GET', permission: users, reads: ['tag-series'] } as const

export const tagNumbers = {
  list: endpoint({
    ...reading,
    path,
    summary: 'The number series of tags, by name, also retired ones',
    reply: z.object({ series: z.array(tagSeries) }),
  }),
  create: endpoint({
    ...writing,
    path,
    permission: 'master',
    summary: 'Add a number series. There is one for each company prefix and item reference',
    status: 201,
    body: newTagSeries,
    reply: tagSeries,
  }),
  change: endpoint({
    ...writing,
    method: 'PATCH',
    path: `${path}/:id`,
    permission: 'master',
    summary: 'Rename a number series, or leave numbers out',
    params: byId,
    body: tagSeriesChange,
    reply: tagSeries,
  }),
  retire: endpoint({
    ...writing,
    path: `${path}/:id/retire`,
    permission: 'master',
    summary: 'Retire a number series: no more numbers are reserved from it. Its tags stay valid',
    params: byId,
    body: tagSeriesChange.pick({ version: true }),
    reply: tagSeries,
  }),
  bringBack: endpoint({
    ...writing,
    path: `${path}/:id/bring-back`,
    permission: 'master',
    summary: 'Use a retired number series again, from its next number',
    params: byId,
    body: tagSeriesChange.pick({ version: true }),
    reply: tagSeries,
  }),
  blocks: endpoint({
    ...reading,
    path: `${path}/:id/blocks`,
    rows: 'blocks',
    summary: 'The reserved blocks of a number series, the latest first',
    params: byId,
    query: tagListFilter,
    reply: z.object({ blocks: z.array(tagBlock), ...pageReply }),
  }),
  reserve: endpoint({
    ...writing,
    path: `${path}/:id/blocks`,
    permission: users,
    summary: 'Reserve a block of numbers, which nobody else gets; takes an Idempotency-Key',
    takesKey: true,
    status: 201,
    params: byId,
    body: tagReservation,
    reply: tagBlock,
  }),
  block: endpoint({
    ...reading,
    path: `${path}/:id/blocks/:blockId`,
    summary: 'A reserved block with its numbers and tags',
    params: z.object({ id, blockId: id }),
    reply: z.object({
      block: tagBlock,
      numbers: z.array(z.object({ serial: serialNumber, tag: z.string(), void: z.boolean() })),
    }),
  }),
  voids: endpoint({
    ...reading,
    path: `${path}/:id/void-numbers`,
    rows: 'voids',
    summary: 'The void numbers of a series, the latest first',
    params: byId,
    query: tagListFilter,
    reply: z.object({ voids: z.array(voidTag), ...pageReply }),
  }),
  void: endpoint({
    ...writing,
    path: `${path}/:id/void-numbers`,
    permission: users,
    summary: 'Declare a reserved number void, such as that of a spoilt label. It is never used again',
    status: 201,
    params: byId,
    body: newVoidTag,
    reply: voidTag,
  }),
}
