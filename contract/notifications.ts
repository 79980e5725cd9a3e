import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { done } from './paging.ts'
import { messageCode, messageParams } from './problems/message.ts'

/** Rules for notifications. The server declares for each one who is notified, and by which ledger entries. */
export const notificationRules = [
  'state-change-requested',
  'state-change-decided',
  'import-finished',
  'export-finished',
  'bulk-job-finished',
  'access-requested',
  'rental-ending',
  'field-due',
  'cover-ending',
  'help-requested',
  'help-answered',
  'inventory-to-do',
  'inventory-of-yours',
  'asset-left-property',
  'asset-seen-elsewhere',
  'reader-silent',
  'webhook-failing',
  'second-factor-reset',
  'paper-infected',
] as const
export type NotificationRule = (typeof notificationRules)[number]

/** Counting unread notifications stops here: a screen then says '99+'. */
export const mostUnread = 100

export const mailChoices = ['off', 'now', 'daily'] as const
export type MailChoice = (typeof mailChoices)[number]

export const notification = z.object({
  id: z.number().int(),
  rule: z.enum(notificationRules),
  action: z.string().describe('What the ledger calls it, such as state-change.denied.'),
  user: z.string().nullable().describe('Whoever caused it; null where nobody did.'),
  at: z.string(),
  count: z.number().int().describe('How many records it is about.'),
  subject: z.string().nullable().describe('The name of the record, where it is about one.'),
  detail: z.string().nullable().describe('What was said with it, such as the note of a denial.'),
  reason: z
    .object({ code: messageCode, params: messageParams })
    .nullable()
    .describe('The detail by code, where it is a message of the server and not what a person wrote.'),
  field: z
    .object({ label: z.string(), labelHi: z.string().nullable() })
    .nullable()
    .describe('The field of the organisation whose day comes near.'),
  recordKind: z.string(),
  recordId: z.uuid(),
  read: z.boolean(),
})
export type Notification = z.infer<typeof notification>

/** Ends of work that the person who started it may still be watching on the screen. */
export const endsOfOwnWork = [
  'import.checked',
  'import.finished',
  'import.failed',
  'export.finished',
  'export.failed',
  'bulk-job.finished',
  'bulk-job.failed',
] as const
export type EndOfOwnWork = (typeof endsOfOwnWork)[number]

const byId = z.object({ id: z.coerce.number().int().positive() })

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/notifications',
    permission: 'signed-in',
    reads: ['notifications'],
    summary: "One's own notifications, newest first, and how many are unread",
    query: z.object({
      before: z.coerce.number().int().positive().optional().describe('Only older than this one.'),
      size: z.coerce.number().int().min(1).max(100).default(20),
      unread: z.enum(['true', 'false']).default('false'),
    }),
    reply: z.object({
      notifications: z.array(notification),
      more: z.boolean(),
      unread: z.number().int().max(mostUnread).describe(`${mostUnread} means that many or more.`),
    }),
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/v1/notifications/:id/read',
    permission: 'signed-in',
    writes: ['notifications'],
    summary: 'Set one notification as read',
    params: byId,
    reply: done,
  }),
  readAll: endpoint({
    method: 'POST',
    path: '/api/v1/notifications/read',
    permission: 'signed-in',
    writes: ['notifications'],
    summary: 'Set all as read, up to the newest one that was seen',
    body: z.object({ upTo: z.number().int().positive() }),
    reply: done,
  }),
  shown: endpoint({
    method: 'POST',
    path: '/api/v1/notifications/shown',
    permission: 'signed-in',
    writes: ['notifications'],
    summary:
      'The caller saw on the screen how their own work ended: a notification of that is not made, or withdrawn',
    body: z.object({ action: z.enum(endsOfOwnWork), recordId: id }),
    reply: done,
  }),
  choices: endpoint({
    method: 'GET',
    path: '/api/v1/notification-choices',
    permission: 'signed-in',
    reads: [],
    summary: 'What reaches the caller by mail',
    reply: z.object({
      mailIsSet: z.boolean().describe('False: this server sends no mail at all.'),
      choices: z.array(z.object({ rule: z.enum(notificationRules), mail: z.enum(mailChoices) })),
    }),
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/api/v1/notification-choices',
    permission: 'signed-in',
    writes: [],
    summary: 'Choose what reaches the caller by mail, at once or in a daily digest',
    body: z.object({
      choices: z
        .array(z.object({ rule: z.enum(notificationRules), mail: z.enum(mailChoices) }))
        .max(notificationRules.length),
    }),
    reply: done,
  }),
}
