import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { location, pageQuery, pageReply } from '../paging.ts'
import { says } from '../problems/fields.ts'
import { neededText } from '../text.ts'
import { editedVersion, version } from '../versions.ts'

export const sampleKinds = ['none', 'nth', 'room'] as const
export type SampleKind = (typeof sampleKinds)[number]

export const exceptionReasons = ['not-there', 'out-of-reach', 'no-surface', 'label-spoilt', 'other'] as const
export type ExceptionReason = (typeof exceptionReasons)[number]

/** `elsewhere`: its tag was read on another asset that was checked. */
export const checkOutcomes = ['right', 'other-tag', 'no-tag', 'elsewhere'] as const
export type CheckOutcome = (typeof checkOutcomes)[number]

const figures = {
  total: z.number().int().describe('Assets that were tagged in it or are still to be tagged.'),
  tagged: z.number().int(),
  left: z
    .number()
    .int()
    .describe('Without a tag, with an expected one, or with a tag that failed its check.'),
  excepted: z.number().int().describe('Within left: a reason was noted why they could not be tagged.'),
}

const person = z.object({ _id: z.uuid(), name: z.string() })

const listed = {
  _id: z.uuid(),
  name: z.string(),
  placeId: z.uuid(),
  placeNames: z.array(z.string()).describe('The path of the place, the city first.'),
  createdBy: z.string(),
  createdAt: z.string(),
  closedAt: z.string().nullable(),
  works: z.boolean().describe('The caller may tag in it.'),
}

export const taggingDrive = z.object({
  ...listed,
  ...figures,
  sample: z
    .enum(sampleKinds)
    .describe('nth: one of each so many associations of a person; room: so many of each room.'),
  sampleSize: z.number().int(),
  people: z.array(person).describe('Who tags; nobody named: whoever manages assets there.'),
  manages: z.boolean().describe('The caller may change and close it.'),
  closedBy: z.string().nullable(),
  toCheck: z.number().int().describe('Associations of the sample that the caller can check now.'),
  version,
})
export type TaggingDrive = z.infer<typeof taggingDrive>

export const listedDrive = z.object(listed)
export type ListedDrive = z.infer<typeof listedDrive>

const fields = {
  name: neededText('tagging-name-required').max(100, says('text-too-long')),
  people: z.array(id).max(200),
  sample: z.enum(sampleKinds),
  sampleSize: z.number().int().min(1).max(1000),
}
export const newTaggingDrive = z.object({
  placeId: id,
  name: fields.name,
  people: fields.people.default([]),
  sample: fields.sample.default('nth'),
  sampleSize: fields.sampleSize.default(20),
})
export type NewTaggingDrive = z.input<typeof newTaggingDrive>
export const taggingDriveChange = z.object(fields).partial().extend({ version: editedVersion })
export type TaggingDriveChange = z.infer<typeof taggingDriveChange>

export const driveFilter = pageQuery.pick({ cursor: true, size: true, search: true }).extend({
  location: location.optional(),
  status: z.enum(['open', 'closed']).optional(),
})
export type DriveFilter = z.infer<typeof driveFilter>

export const taggingRoom = z.object({
  _id: z.uuid(),
  placeNames: z.array(z.string()).describe('The path below the place of the drive; empty: the place itself.'),
  ...figures,
})
export type TaggingRoom = z.infer<typeof taggingRoom>

export const taggingDay = z.object({
  day: z.string(),
  userId: z.uuid(),
  user: z.string(),
  tagged: z.number().int(),
  again: z.number().int().describe('Within tagged: the asset had been tagged in this drive before.'),
})
export type TaggingDay = z.infer<typeof taggingDay>

export const taggingException = z.object({
  assetId: z.uuid(),
  assetTagId: z.string(),
  assetName: z.string(),
  placeNames: z.array(z.string()),
  reason: z.enum(exceptionReasons),
  note: z.string(),
  by: z.string(),
  at: z.string(),
})
export type TaggingException = z.infer<typeof taggingException>

export const checkRate = z.object({
  of: z.enum(['all', 'scheme', 'room', 'person']),
  name: z.string().describe('The scheme of the tags, the path of the room, or the person who tagged.'),
  tagged: z.number().int(),
  checked: z.number().int(),
  failed: z.number().int(),
})
export type CheckRate = z.infer<typeof checkRate>

const byId = z.object({ id })
const path = '/api/v1/tagging-drives'
const reading = { method: 'GET', permission: 'manage-asset', reads: ['tagging-drive', 'asset'] } as const
const writing = { method: 'POST', permission: 'manage-asset', writes: ['tagging-drive'] } as const

export const taggingDrives = {
  list: endpoint({
    ...reading,
    path,
    rows: 'drives',
    summary: 'The tagging drives within scope, newest first',
    query: driveFilter,
    reply: z.object({ drives: z.array(listedDrive), ...pageReply }),
  }),
  create: endpoint({
    ...writing,
    path,
    summary: 'Start a tagging drive in a place and everything below it',
    status: 201,
    body: newTaggingDrive,
    reply: taggingDrive,
  }),
  get: endpoint({
    ...reading,
    path: `${path}/:id`,
    summary: 'A tagging drive with its figures',
    params: byId,
    reply: taggingDrive,
  }),
  change: endpoint({
    ...writing,
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Change the name, the people and the sample of a tagging drive',
    params: byId,
    body: taggingDriveChange,
    reply: taggingDrive,
  }),
  close: endpoint({
    ...writing,
    path: `${path}/:id/close`,
    summary: 'Close a tagging drive. Devices can still send what was tagged before',
    params: byId,
    body: z.object({ version: editedVersion }),
    reply: taggingDrive,
  }),
  rooms: endpoint({
    ...reading,
    path: `${path}/:id/rooms`,
    rows: 'rooms',
    summary: 'The progress of each room',
    params: byId,
    query: pageQuery.pick({ cursor: true, size: true, search: true }).extend({
      open: z.enum(['true', 'false']).default('false').describe('Only rooms with assets still to be tagged.'),
    }),
    reply: z.object({ rooms: z.array(taggingRoom), ...pageReply }),
  }),
  days: endpoint({
    ...reading,
    path: `${path}/:id/days`,
    summary: 'How much each person tagged on each day, the latest day first',
    params: byId,
    reply: z.object({ days: z.array(taggingDay) }),
  }),
  exceptions: endpoint({
    ...reading,
    path: `${path}/:id/exceptions`,
    rows: 'exceptions',
    summary: 'What could not be tagged yet, and why, the latest first',
    params: byId,
    query: pageQuery.pick({ cursor: true, size: true }),
    reply: z.object({ exceptions: z.array(taggingException), ...pageReply }),
  }),
  quality: endpoint({
    ...reading,
    path: `${path}/:id/quality`,
    summary: 'How many checks failed, by scheme of the tags, room and person',
    params: byId,
    reply: z.object({ rates: z.array(checkRate) }),
  }),
}
