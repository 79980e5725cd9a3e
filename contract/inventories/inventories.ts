import { z } from 'zod'
import { bulkJob } from '../bulk-jobs.ts'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { day, location, pageQuery, pageReply } from '../paging.ts'
import { says } from '../problems/fields.ts'
import { editedVersion, version } from '../versions.ts'
import { approvalRefusals } from './approval.ts'
import { figure, figures } from './figures.ts'
import { deviceProgress, roomProgress, unsentDevice } from './progress.ts'

/** Jobs start and approve an inventory; approved and cancelled are final. */
export const inventoryStatuses = [
  'planned',
  'starting',
  'counting',
  'review',
  'approving',
  'approved',
  'cancelled',
] as const
export type InventoryStatus = (typeof inventoryStatuses)[number]

export const repeats = ['monthly', 'quarterly'] as const
export type Repeat = (typeof repeats)[number]

const listed = {
  _id: z.uuid(),
  id: z.number().int().describe('A number of its own.'),
  inventoryId: z.string().describe('Readable, such as INV-2026-0001.'),
  inventoryDate: z.string().nullable().describe('The moment counting started.'),
  mm: z.string().describe("'All' where the place lies above."),
  property: z.string().describe("'All' where the place lies above."),
  ...figures,
  createdBy: z.string(),
  status: z.enum(inventoryStatuses),
  placeId: z.uuid(),
  placeNames: z.array(z.string()).describe('The path of the place, the city first.'),
  blind: z.boolean(),
  dueOn: z.string().nullable(),
}
export const listedInventory = z.object(listed)
export type ListedInventory = z.infer<typeof listedInventory>

const person = z.object({ _id: z.uuid(), name: z.string() })
const minimum = z
  .number()
  .int()
  .min(1)
  .max(100)
  .describe('The countedShare that approval needs, in percent; null: any.')

export const inventory = z.object({
  ...listed,
  version,
  repeat: z.enum(repeats).nullable(),
  fixedReaders: z.boolean().describe('Reads of fixed readers count, too.'),
  people: z.array(person).describe('Who is to count; nobody named: whoever manages assets there.'),
  misplaced: figure('Found, but in another room than expected.'),
  seenByHand: figure('Found without a tag, by hand.'),
  outside: figure('Within access: assets from outside the place.'),
  binned: figure('Within access: assets that are in the bin.'),
  unknown: figure('Within access: tags that no asset has.'),
  weak: figure('Read once only, and so worth another look.'),
  unresolved: figure('Discrepancies that nothing is proposed for.'),
  createdAt: z.string(),
  reviewedAt: z.string().nullable().describe('When counting ended.'),
  approvedBy: z.string().nullable(),
  approvedAt: z.string().nullable(),
  counts: z.boolean().describe('The caller may count in it.'),
  hasCounted: z
    .boolean()
    .describe('The caller counted in it, or changed a reader that did, so somebody else has to approve.'),
  approver: person.nullable().describe('Who is to approve it; null: anybody who may.'),
  mustCount: minimum.nullable(),
  countedShare: z
    .number()
    .int()
    .nullable()
    .describe(
      'Percent of the expected assets that are found, or in a room where something was read or seen.',
    ),
  exception: z
    .object({ for: z.string(), forId: z.uuid(), by: z.string(), reason: z.string(), at: z.string() })
    .nullable()
    .describe('An administrator let this person approve although they took part in it.'),
  manages: z
    .boolean()
    .describe('The caller may edit, end, recount and cancel it: they planned it, or are not named to count.'),
  approvalRefused: z
    .enum(approvalRefusals)
    .nullable()
    .describe('Why the caller cannot approve it; null: they can, or it is not under review.'),
  openReason: z.string().nullable().describe('Why it was approved with discrepancies without a proposal.'),
  lateReads: z
    .number()
    .int()
    .nullable()
    .describe(
      'Sweeps and photos that came after counting ended and wait for a decision; null: counted blind.',
    ),
  job: bulkJob.nullable().describe('What starts or approves it at this moment, for whoever began that.'),
})
export type Inventory = z.infer<typeof inventory>

const people = z.array(id).max(200)
const plan = {
  people: people.describe('Who is to count; empty: whoever manages assets there.'),
  dueOn: day.nullable(),
  blind: z.boolean().describe('Whoever counts does not see what is expected.'),
  repeat: z
    .enum(repeats)
    .nullable()
    .describe('The next one is planned when this one is approved or cancelled.'),
  fixedReaders: z
    .boolean()
    .describe('What fixed readers read in its rooms since counting started counts, too; portals do not.'),
  approverId: id
    .nullable()
    .describe('Only this person approves it. They neither plan, count nor propose; nobody names themself.'),
  mustCount: minimum.nullable(),
}
export const newInventory = z.object({
  placeId: id,
  people: plan.people.default([]),
  dueOn: plan.dueOn.default(null),
  blind: plan.blind.default(false),
  repeat: plan.repeat.default(null),
  fixedReaders: plan.fixedReaders.default(false),
  approverId: plan.approverId.default(null),
  mustCount: plan.mustCount.default(null),
})
export type NewInventory = z.input<typeof newInventory>

export const inventoryChange = z
  .object({ placeId: id, ...plan, version: editedVersion })
  .partial()
  .describe('Place and blind only until counting starts.')
export type InventoryChange = z.infer<typeof inventoryChange>

export const inventoryFilter = pageQuery.extend({
  direction: z.enum(['asc', 'desc']).default('desc'),
  sort: z
    .enum(['id', 'inventoryId', 'inventoryDate', 'total', 'found', 'notFound', 'access', 'createdBy'])
    .default('id'),
  location: location.optional(),
  fromDate: day
    .optional()
    .describe('Counting started on this day or later, in the zone of the installation.'),
  toDate: day.optional().describe('Counting started on this day or before.'),
  status: z
    .enum(['open', 'overdue', ...inventoryStatuses])
    .optional()
    .describe('open: neither approved nor cancelled; overdue: open, and past its due date.'),
})
export type InventoryFilter = z.infer<typeof inventoryFilter>

const byId = z.object({ id })
const reason = z.string().trim().min(1, says('reason-required')).max(500, says('text-too-long'))
const one = z.object({ inventory })

const read = <const Path extends `/${string}`>(path: Path) =>
  ({ method: 'GET', path, permission: 'reports', reads: ['inventory'] }) as const
const written = { permission: 'manage-asset', writes: ['inventory'] } as const

export const inventories = {
  list: endpoint({
    ...read('/api/v1/inventories'),
    rows: 'inventories',
    summary: 'The inventories within scope, newest first',
    query: inventoryFilter,
    reply: z.object({ inventories: z.array(listedInventory), ...pageReply }),
  }),
  plan: endpoint({
    ...written,
    method: 'POST',
    path: '/api/v1/inventories',
    summary: 'Plan an inventory of a place and everything below it',
    status: 201,
    body: newInventory,
    reply: one,
  }),
  get: endpoint({
    ...read('/api/v1/inventories/:id'),
    summary: 'One inventory with its figures',
    params: byId,
    reply: inventory,
  }),
  change: endpoint({
    ...written,
    method: 'PATCH',
    path: '/api/v1/inventories/:id',
    summary:
      'Change the plan: people, due date, repetition and fixed readers until it is approved, all of it until counting starts',
    params: byId,
    body: inventoryChange,
    reply: one,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/v1/inventories/:id/start',
    permission: 'manage-asset',
    writes: ['inventory', 'bulk-job'],
    summary: 'Start counting: what is expected is frozen as of now, by a job where it is much',
    params: byId,
    reply: one,
    orAccepted: true,
  }),
  progress: endpoint({
    ...read('/api/v1/inventories/:id/progress'),
    summary: 'How far counting is, room by room and device by device; not for who counts it blind',
    params: byId,
    query: pageQuery.pick({ cursor: true, size: true, search: true }).extend({
      open: z.enum(['true', 'false']).default('false').describe('Only rooms with assets still to be found.'),
    }),
    reply: z.object({ rooms: z.array(roomProgress), devices: z.array(deviceProgress), ...pageReply }),
  }),
  unsent: endpoint({
    method: 'GET',
    path: '/api/v1/inventories/:id/unsent',
    permission: 'manage-asset',
    reads: ['inventory'],
    summary:
      'Devices that counting has to wait for: with reads to send, or silent since they took the inventory along; also for who counts it blind',
    params: byId,
    reply: z.object({ devices: z.array(unsentDevice) }),
  }),
  review: endpoint({
    ...written,
    method: 'POST',
    path: '/api/v1/inventories/:id/review',
    summary:
      'End counting, as its planner or a manager who is not named to count; refused while a device has reads to send or is silent, unless it is left out',
    params: byId,
    body: z.object({
      leaveOut: z.array(id).max(1000).default([]).describe('Devices that will not send what they have.'),
    }),
    reply: one,
  }),
  recount: endpoint({
    ...written,
    method: 'POST',
    path: '/api/v1/inventories/:id/recount',
    summary: 'Back to counting, for what was not found',
    params: byId,
    reply: one,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/v1/inventories/:id/approve',
    permission: 'manage-asset',
    writes: ['inventory', 'bulk-job', 'asset', 'state-change', 'unknown-tag'],
    summary: 'Apply what is proposed and close it for ever; by somebody who neither counted nor proposed',
    params: byId,
    body: z.object({
      openReason: reason
        .optional()
        .describe('Needed if nothing is proposed for some discrepancies: why it is approved nevertheless.'),
    }),
    reply: one,
    orAccepted: true,
  }),
  allowException: endpoint({
    method: 'POST',
    path: '/api/v1/inventories/:id/exception',
    permission: 'user-management',
    writes: ['inventory'],
    summary:
      'Let a person who took part in it approve it, once and with a reason; by an administrator of every place, not for themself',
    params: byId,
    body: z.object({ userId: id, reason }),
    reply: z.object({ allowed: z.boolean() }),
  }),
  cancel: endpoint({
    ...written,
    method: 'POST',
    path: '/api/v1/inventories/:id/cancel',
    summary:
      'Give it up; what was counted stays readable, and the next one of a series is planned unless it ends',
    params: byId,
    body: z.object({
      reason,
      endSeries: z.boolean().default(false).describe('Of a repeated inventory: no further one is planned.'),
    }),
    reply: one,
  }),
}
