import { z } from 'zod'
import { assetFilter } from './assets/assets.ts'
import { bulkResult, exceptions } from './bulk.ts'
import { bulkAnswer, mostAtOnce } from './bulk-jobs.ts'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { day, done, pageQuery, pageReply } from './paging.ts'
import { assetReaders } from './permissions.ts'
import { says } from './problems/fields.ts'
import { neededText } from './text.ts'
import { editedVersion, version } from './versions.ts'

export const coverKinds = ['amc', 'warranty', 'insurance', 'lease'] as const
export type CoverKind = (typeof coverKinds)[number]

/** By the days of the installation; a cover that ends soon is running. */
export const coverStates = ['upcoming', 'running', 'ending-soon', 'ended', 'cancelled'] as const
export type CoverState = (typeof coverStates)[number]

/** A running cover with at most this many days left ends soon. */
export const soonDays = 30
export const standardReminders = [30, 7]
const mostReminders = 5

const cost = z.object({
  amount: z
    .number()
    .int()
    .min(0)
    .max(1_000_000_000_000_000)
    .describe('In the smallest unit of the currency, such as paise.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, says('currency-malformed'))
    .describe('The code of ISO 4217, such as INR.'),
})

const named = z.object({ id: z.uuid(), name: z.string() })

export const cover = z.object({
  _id: z.uuid(),
  kind: z.enum(coverKinds),
  name: z.string().describe('The name or number of the contract.'),
  vendor: named.nullable(),
  startsOn: z.string().describe('Its first day.'),
  endsOn: z.string().describe('Its last day.'),
  daysLeft: z.number().int().describe('Days until its end, from today; negative after it.'),
  cost: cost.nullable(),
  note: z.string(),
  reminderDays: z.array(z.number().int()).describe('People are reminded this many days before the end.'),
  state: z.enum(coverStates),
  cancelReason: z.string().nullable(),
  assets: z.number().int().describe('Its assets within scope; at most 10,001 are counted.'),
  mayChange: z.boolean().describe('The caller may change it: every asset of it is within scope.'),
  previous: named.nullable().describe('The cover that it continues.'),
  next: named.nullable().describe('The cover that continues it.'),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  version,
})
export type Cover = z.infer<typeof cover>

/** An asset of a cover, within the scope of the caller. */
export const coveredAsset = z.object({
  _id: z.uuid(),
  assetTagId: z.string(),
  assetName: z.string(),
  rfidTag: z.string().nullable(),
  place: z.string(),
  deleted: z.boolean(),
  addedAt: z.string(),
})
export type CoveredAsset = z.infer<typeof coveredAsset>

const reminderDays = z
  .array(z.number().int().min(0).max(365))
  .max(mostReminders, says('too-many-reminders'))
  .describe('Days before the end, each once.')
const reason = neededText('reason-required').max(500, says('text-too-long'))

const fields = z.object({
  kind: z.enum(coverKinds),
  name: neededText('cover-name-required').max(200, says('text-too-long')),
  vendorId: id.nullable(),
  startsOn: day,
  endsOn: day,
  cost: cost.nullable(),
  note: z.string().trim().max(2000, says('text-too-long')),
  reminderDays,
})
export const newCover = fields.extend({
  vendorId: fields.shape.vendorId.default(null),
  cost: fields.shape.cost.default(null),
  note: fields.shape.note.default(''),
  reminderDays: reminderDays.default(standardReminders),
})
export type NewCover = z.input<typeof newCover>

export const coverChange = fields.partial().extend({ version: editedVersion })
export type CoverChange = z.infer<typeof coverChange>

/** The next period of a cover; everything else is taken over. */
export const coverRenewal = fields
  .pick({ name: true, startsOn: true, endsOn: true })
  .extend({ cost: cost.nullable().default(null) })
export type CoverRenewal = z.infer<typeof coverRenewal>

export const coverEnd = z.object({ endsOn: day, version: editedVersion })
export const coverCancellation = z.object({ reason, version: editedVersion })

export const coverOrders = ['endsOn', 'startsOn', 'name', 'createdAt'] as const

export const coverFilter = pageQuery.extend({
  sort: z.enum(coverOrders).default('endsOn'),
  kind: z.enum(coverKinds).optional(),
  state: z
    .enum(coverStates)
    .optional()
    .describe('`running` includes covers that end soon. Without it all states.'),
  vendorId: id.optional(),
  assetId: id.optional().describe('Only covers of this asset.'),
})
export type CoverFilter = z.infer<typeof coverFilter>

export const coveredFilter = pageQuery.pick({ cursor: true, size: true }).extend({
  search: z.string().trim().max(200).default('').describe('A part of the asset tag id, the tag or the name.'),
})
export type CoveredFilter = z.infer<typeof coveredFilter>

export const coverTarget = z
  .object({
    ids: z.array(id).min(1).max(10_000).optional().describe('These assets.'),
    filter: assetFilter
      .omit({ cursor: true, size: true })
      .optional()
      .describe('All assets that a list with this filter shows.'),
    except: exceptions,
  })
  .refine(
    ({ ids, filter, except }) =>
      (ids === undefined) !== (filter === undefined) && (except === undefined || filter !== undefined),
    says('assets-or-filter'),
  )
export type CoverTarget = z.infer<typeof coverTarget>

const byId = z.object({ id })
const reading = { method: 'GET', permission: assetReaders, reads: ['cover', 'asset', 'vendor'] } as const
const writing = { permission: 'manage-asset', writes: ['cover'] } as const
const writingAssets = { permission: 'manage-asset', writes: ['cover', 'asset', 'bulk-job'] } as const

export const covers = {
  list: endpoint({
    ...reading,
    path: '/api/v1/covers',
    rows: 'covers',
    summary: 'Covers with an asset within scope, and those that the caller made',
    query: coverFilter,
    reply: z.object({ covers: z.array(cover), ...pageReply }),
  }),
  create: endpoint({
    ...writing,
    method: 'POST',
    path: '/api/v1/covers',
    summary: 'Add a cover: an AMC, a warranty, an insurance or a lease. Assets are added to it afterwards',
    status: 201,
    body: newCover,
    reply: cover,
  }),
  get: endpoint({
    ...reading,
    path: '/api/v1/covers/:id',
    summary: 'One cover',
    params: byId,
    reply: cover,
  }),
  change: endpoint({
    ...writing,
    method: 'PATCH',
    path: '/api/v1/covers/:id',
    summary: 'Change a cover; all of its assets must be within scope',
    params: byId,
    body: coverChange,
    reply: cover,
  }),
  remove: endpoint({
    ...writing,
    method: 'DELETE',
    path: '/api/v1/covers/:id',
    summary: 'Delete a cover without assets. A cover with assets is ended or cancelled',
    params: byId,
    reply: done,
  }),
  end: endpoint({
    ...writing,
    method: 'POST',
    path: '/api/v1/covers/:id/end',
    summary: 'End a cover early',
    params: byId,
    body: coverEnd,
    reply: cover,
  }),
  cancel: endpoint({
    ...writing,
    method: 'POST',
    path: '/api/v1/covers/:id/cancel',
    summary: 'Cancel a cover with a reason: it covered nothing on any day',
    params: byId,
    body: coverCancellation,
    reply: cover,
  }),
  renew: endpoint({
    ...writingAssets,
    method: 'POST',
    path: '/api/v1/covers/:id/renew',
    summary: 'Make the cover of the next period with the same assets; more than a thousand follow as a job',
    status: 201,
    params: byId,
    body: coverRenewal,
    reply: z.object({ cover, job: bulkAnswer.shape.job }),
  }),
  assets: endpoint({
    ...reading,
    path: '/api/v1/covers/:id/assets',
    rows: 'assets',
    summary: 'The assets of a cover within scope, oldest first',
    params: byId,
    query: coveredFilter,
    reply: z.object({ assets: z.array(coveredAsset), ...pageReply }),
  }),
  addAssets: endpoint({
    ...writingAssets,
    method: 'POST',
    path: '/api/v1/covers/:id/assets',
    summary: 'Add assets to a cover; up to a thousand at once, more as a job',
    params: byId,
    body: coverTarget,
    reply: bulkAnswer,
    orAccepted: true,
  }),
  removeAssets: endpoint({
    ...writingAssets,
    method: 'POST',
    path: '/api/v1/covers/:id/assets/remove',
    summary: 'Remove assets that were added to a cover by mistake',
    params: byId,
    body: z.object({ ids: z.array(id).min(1).max(mostAtOnce) }),
    reply: bulkResult,
  }),
}
