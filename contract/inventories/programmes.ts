import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../id.ts'
import { day, location, pageQuery, pageReply } from '../paging.ts'
import { says } from '../problems/fields.ts'
import { neededText } from '../text.ts'
import { editedVersion, version } from '../versions.ts'
import { inventoryStatuses } from './inventories.ts'

/** The most places of one programme. */
export const mostLines = 2000

const person = z.object({ _id: z.uuid(), name: z.string() })
const months = z.number().int().min(1).max(60)
const percent = z.number().int().min(1).max(100)

const listed = {
  _id: z.uuid(),
  name: z.string(),
  placeId: z.uuid(),
  placeNames: z.array(z.string()).describe('The path of the place, the city first.'),
  startsOn: z.string(),
  endsOn: z.string(),
  createdBy: z.string(),
  retiredAt: z.string().nullable(),
  lines: z.number().int().describe('Places that it verifies.'),
  overdue: z.number().int().describe('Days on which a place was due, without an approved inventory.'),
}
export const listedProgramme = z.object(listed)
export type ListedProgramme = z.infer<typeof listedProgramme>

export const verificationDue = z.object({
  dueOn: z.string(),
  inventoryId: z.uuid().nullable(),
  inventory: z.string().nullable().describe('Readable, such as INV-2026-0001; null: not planned yet.'),
  status: z.enum(inventoryStatuses).nullable(),
  state: z.enum(['done', 'overdue', 'waiting']).describe('done: approved by the day of the figures.'),
})
export type VerificationDue = z.infer<typeof verificationDue>

const assets = z.number().int().nullable().describe('Null for people who count a place blind at the moment.')

export const verificationLine = z.object({
  _id: z.uuid(),
  placeId: z.uuid(),
  placeNames: z.array(z.string()).describe('The path below the place of the programme.'),
  dueOn: z.string().describe('When it is due first.'),
  everyMonths: months.nullable().describe('How often after that; null: once.'),
  people: z.array(person),
  blind: z.boolean(),
  approver: person.nullable(),
  mustCount: percent.nullable(),
  dues: z.array(verificationDue),
  isCovered: z.boolean().describe('It was in an inventory that was counted in the period and approved.'),
  assets,
  covered: assets,
})
export type VerificationLine = z.infer<typeof verificationLine>

export const coverage = z.object({
  asOf: z.string(),
  places: z.number().int(),
  coveredPlaces: z.number().int(),
  assets: assets.describe('Assets registered in the place on that day.'),
  coveredAssets: assets.describe('Found or decided in the last approved inventory of their room.'),
})
export type Coverage = z.infer<typeof coverage>

export const programme = z.object({
  ...listed,
  leadDays: z.number().int(),
  version,
  coverage,
  allLines: z.array(verificationLine).describe('By the day on which they are due first.'),
})
export type Programme = z.infer<typeof programme>

const name = neededText('programme-name-required').max(100, says('text-too-long'))
const leadDays = z
  .number()
  .int()
  .min(1)
  .max(90)
  .describe('How many days before it is due an inventory is planned.')

export const newProgramme = z.object({
  name,
  placeId: id,
  startsOn: day,
  endsOn: day,
  leadDays: leadDays.default(14),
  level: z
    .enum(['mm', 'property', 'aou', 'room'])
    .default('property')
    .describe('Places of this kind become lines, spread evenly over the period.'),
  oftenPlaces: z
    .array(id)
    .max(200)
    .default([])
    .describe('Places of high value or risk: lines in or below them are verified more often.'),
  oftenMonths: months.default(3).describe('How often those are verified.'),
  people: z.array(id).max(200).default([]),
  blind: z.boolean().default(false),
  approverId: id.nullable().default(null),
  mustCount: percent.nullable().default(null),
})
export type NewProgramme = z.input<typeof newProgramme>

const byId = z.object({ id })
const path = '/api/v1/verification-programmes'
const reading = {
  method: 'GET',
  permission: 'reports',
  reads: ['verification-programme', 'inventory'],
} as const
const writing = { permission: 'manage-asset', writes: ['verification-programme'] } as const

export const programmes = {
  list: endpoint({
    ...reading,
    path,
    rows: 'programmes',
    summary: 'The verification programmes within scope, newest first',
    query: pageQuery
      .pick({ cursor: true, size: true, search: true })
      .extend({ location: location.optional() }),
    reply: z.object({ programmes: z.array(listedProgramme), ...pageReply }),
  }),
  create: endpoint({
    ...writing,
    method: 'POST',
    path,
    summary: 'Plan the verification of the places below a place within a period',
    status: 201,
    body: newProgramme,
    reply: programme,
  }),
  get: endpoint({
    ...reading,
    path: `${path}/:id`,
    summary: 'A verification programme with its lines, delays and coverage as of a day',
    params: byId,
    query: z.object({ asOf: day.optional().describe('Absent: today.') }),
    reply: programme,
  }),
  change: endpoint({
    ...writing,
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Change the name of a verification programme, or how early inventories are planned',
    params: byId,
    body: z.object({ name, leadDays }).partial().extend({ version: editedVersion }),
    reply: programme,
  }),
  retire: endpoint({
    ...writing,
    method: 'POST',
    path: `${path}/:id/retire`,
    summary: 'End a verification programme: no further inventory is planned',
    params: byId,
    body: z.object({ version: editedVersion }),
    reply: programme,
  }),
  changeLine: endpoint({
    ...writing,
    method: 'PATCH',
    path: `${path}/:id/lines/:lineId`,
    summary: 'Change when, how often and by whom a place is verified',
    params: z.object({ id, lineId: id }),
    body: z
      .object({
        dueOn: day,
        everyMonths: months.nullable(),
        people: z.array(id).max(200),
        blind: z.boolean(),
        approverId: id.nullable(),
        mustCount: percent.nullable(),
      })
      .partial(),
    reply: programme,
  }),
  plan: endpoint({
    ...writing,
    method: 'POST',
    path: `${path}/:id/lines/:lineId/plan`,
    writes: ['verification-programme', 'inventory'],
    summary: 'Plan the next inventory of a line now',
    params: z.object({ id, lineId: id }),
    reply: programme,
  }),
}
