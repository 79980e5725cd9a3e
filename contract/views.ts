import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportFormat, exportLists, newExport } from './exports.ts'
import { id } from './id.ts'
import { done } from './paging.ts'
import { says } from './problems/fields.ts'
import { saidOfWork } from './problems/message.ts'
import { editedVersion, version } from './versions.ts'

/** Every list that can be exported can be saved as a view. */
const viewList = z.enum(exportLists)

const name = z.string().trim().min(1, says('name-required')).max(100, says('text-too-long'))

export const scheduleSteps = ['day', 'week', 'month'] as const

export const newSchedule = z.object({
  every: z.enum(scheduleSteps),
  weekday: z.number().int().min(1).max(7).default(1).describe('Of a weekly mail: 1 is Monday.'),
  monthDay: z
    .number()
    .int()
    .min(1)
    .max(31)
    .default(1)
    .describe('Of a monthly mail; in shorter months the last day.'),
  hour: z.number().int().min(0).max(23),
  zone: z.string().max(100).describe("The person's own time zone, such as Asia/Kolkata."),
  format: exportFormat,
})
export type NewSchedule = z.infer<typeof newSchedule>

const schedule = newSchedule.extend({
  nextAt: z.string(),
  sentAt: z.string().nullable(),
  ...saidOfWork('Why the last one was not sent.'),
})

export const savedView = z.object({
  id: z.uuid(),
  name: z.string(),
  list: viewList,
  filter: z.record(z.string(), z.string()),
  version,
  mine: z.boolean(),
  by: z.string().describe('Whose it is.'),
  place: z
    .object({ id: z.uuid(), path: z.string() })
    .nullable()
    .describe('Whoever sees this place and may open the list sees the view; null: only its owner does.'),
  schedule: schedule.nullable().describe('When it is mailed to its owner, who alone sees this.'),
})
export type SavedView = z.infer<typeof savedView>
export type ViewSchedule = NonNullable<SavedView['schedule']>

const { filter, columns } = newExport.shape

export const newView = z.object({
  name,
  list: viewList,
  filter,
  columns: columns.describe('Of its file, in this order; absent: all of them.'),
  placeId: id.nullable().default(null),
})
export type NewView = z.infer<typeof newView>

export const viewChange = z.object({
  name: name.optional(),
  filter: filter.unwrap().optional(),
  columns,
  placeId: id.nullable().optional(),
  version: editedVersion,
  schedule: newSchedule.nullable().optional().describe('Null: it is mailed no more.'),
})
export type ViewChange = z.infer<typeof viewChange>

const byId = z.object({ id })

export const views = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/views',
    permission: 'signed-in',
    reads: ['saved-view'],
    summary: "One's own saved views and those shared with the caller, by name",
    query: z.object({
      list: viewList.optional(),
      search: z.string().trim().max(200).default(''),
    }),
    reply: z.object({
      views: z.array(savedView),
      mailIsSet: z.boolean().describe('False: this server sends no mail at all.'),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/views/:id',
    permission: 'signed-in',
    reads: ['saved-view'],
    summary: 'A saved view that the caller may open',
    params: byId,
    reply: savedView,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/views',
    permission: 'signed-in',
    writes: ['saved-view'],
    summary: 'Save how a list is looked at; takes the permission of that list',
    status: 201,
    body: newView,
    reply: savedView,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/v1/views/:id',
    permission: 'signed-in',
    writes: ['saved-view'],
    summary: "Rename one's own view, share it, have it mailed, or let it show something else",
    params: byId,
    body: viewChange,
    reply: savedView,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/views/:id',
    permission: 'signed-in',
    writes: ['saved-view'],
    summary: "Delete one's own view, and with it its mails",
    params: byId,
    reply: done,
  }),
}
