import type { BulkWork } from '@ats/contract/bulk-jobs.ts'
import type { Notification, NotificationRule } from '@ats/contract/notifications.ts'
import { auditReaders } from '@ats/contract/permissions.ts'
import { sql } from 'kysely'
import { coverRules } from './cover-rules.ts'
import {
  assetManagers,
  helpAsker,
  helpers,
  inventoryCounters,
  inventoryOwners,
  ownerOf,
  personConcerned,
  requester,
  uploader,
  userManagers,
} from './recipients.ts'
import type { Rule } from './rule.ts'
import { sightingRules } from './sighting-rules.ts'

/** The name of this follower of the ledger. */
export const follower = 'notifications'

const by = ({ user }: Notification) => user ?? 'Someone'
const requests = ({ count, subject }: Notification) =>
  count === 1 ? `Your request for ${subject ?? 'an asset'} was` : `${count} of your requests were`

const panelOf = ({ count, recordId }: Notification) => (count === 1 ? `?request=${recordId}` : '')

const decisions: Record<string, string> = {
  'state-change.accepted': 'accepted',
  'state-change.denied': 'denied',
  'state-change.stale': 'marked as outdated: somebody changed the asset in the meantime',
}
const imports: Record<string, string> = {
  'import.checked': 'was checked and is waiting for you',
  'import.finished': 'was imported',
  'import.failed': 'could not be imported',
}

const endsOfWork: Record<string, string> = {
  'bulk-job.finished': 'is done',
  'bulk-job.failed': 'stopped early',
}
const workNames: Record<BulkWork, string> = {
  'move-assets': 'Move assets',
  'move-assets-back': 'Move assets back',
  'assign-assets': 'Assign assets',
  'assign-assets-back': 'Undo the assignment of assets',
  'set-asset-field': 'Set a field of assets',
  'set-asset-field-back': 'Undo the change of a field of assets',
  'delete-assets': 'Delete assets',
  'restore-assets': 'Restore assets',
  'cover-assets': 'Add assets to a cover',
  'cover-assets-back': 'Undo adding assets to a cover',
  'merge-masters': 'Merge records',
  'move-place': 'Move a place',
  'start-inventory': 'Start an inventory',
  'apply-inventory': 'Approve an inventory',
  'resolve-inventory': 'Resolve discrepancies of an inventory',
  'remove-personal-data': 'Remove personal data',
}

const screenOfWork = (work: string) => {
  if (work.endsWith('-inventory')) return 'physical-inventory'
  if (work.startsWith('cover-')) return 'default/manage-asset/covers'
  if (work === 'remove-personal-data') return 'default/users'
  return work.endsWith('-assets') ? 'default/manage-asset/view-assets' : 'default/places'
}

const inventorySteps: Record<string, string> = {
  'inventory.planned': 'An inventory is planned',
  'inventory.started': 'An inventory is ready to be counted',
  'inventory.recounted': 'An inventory needs a recount',
  'inventory.due-soon': 'An inventory is due',
  'inventory.overdue': 'An inventory was due',
}

const inventoryNews: Record<string, string> = {
  'inventory.cancelled': 'cancelled an inventory',
  'inventory.read-late': 'sent reads after counting ended',
}

const helpSteps: Record<string, string> = {
  'help-request.opened': 'requested help',
  'help-request.continued': 'added to the request',
  'help-request.answered': 'answered',
  'help-request.closed': 'closed your request',
  'help-request.reopened': 'reopened the request',
}
const helpNews = {
  mail: 'off',
  each: true,
  title: (told: Notification) => `${by(told)} ${helpSteps[told.action]}: ${told.subject ?? 'a help request'}`,
  screen: ({ recordId }: Notification) => `/dashboard/default/help-desk/${recordId}`,
} as const

export const rules: Record<NotificationRule, Rule> = {
  'state-change-requested': {
    actions: ['state-change.requested'],
    recipients: assetManagers,
    permission: 'manage-asset',
    mail: 'off',
    title: (told) =>
      told.count === 1
        ? `${by(told)} requested a state change for ${told.subject ?? 'an asset'}`
        : `${by(told)} requested a state change for ${told.count} assets`,
    screen: (told) => `/dashboard/manage-assets${panelOf(told)}`,
  },
  'state-change-decided': {
    actions: Object.keys(decisions),
    recipients: requester,
    permission: 'manage-asset',
    mail: 'off',
    title: (told) => `${requests(told)} ${decisions[told.action]}`,
    screen: (told) => `/dashboard/asset-state-change${panelOf(told)}`,
  },
  'import-finished': {
    actions: Object.keys(imports),
    recipients: ownerOf('imports'),
    permission: 'manage-asset',
    mail: 'off',
    each: true,
    title: (told) => `${told.subject ?? 'A file'} ${imports[told.action]}`,
    screen: ({ recordId }) => `/dashboard/default/manage-asset/bulk-asset-registration?import=${recordId}`,
  },
  'export-finished': {
    actions: ['export.finished', 'export.failed'],
    recipients: ownerOf('exports', sql`record.format = 'xlsx' and not record.scheduled`),
    mail: 'off',
    each: true,
    title: ({ action }) =>
      action === 'export.failed' ? 'Your Excel file could not be prepared' : 'Your Excel file is ready',
    screen: () => '/dashboard/default/notifications',
  },
  'bulk-job-finished': {
    actions: Object.keys(endsOfWork),
    recipients: ownerOf('bulk_jobs'),
    begunWith: ['manage-asset', 'master'],
    mail: 'off',
    each: true,
    title: ({ action, subject }) =>
      `Your bulk change ${endsOfWork[action]}: ${workNames[subject as BulkWork] ?? subject}`,
    screen: ({ subject, recordId }) => `/dashboard/${screenOfWork(subject ?? '')}?job=${recordId}`,
  },
  'access-requested': {
    actions: ['access-request.created'],
    recipients: userManagers,
    permission: 'user-management',
    mail: 'off',
    title: ({ subject }) => `${subject ?? 'Someone'} requested an account`,
    screen: () => '/dashboard/default/users',
  },
  'rental-ending': {
    actions: ['asset.rental-ending'],
    recipients: assetManagers,
    permission: 'manage-asset',
    mail: 'off',
    title: ({ count, subject, detail }) =>
      count === 1
        ? `The rental of ${subject ?? 'an asset'} ends on ${detail ?? 'a day within the next month'}`
        : `The rental of ${count} assets ends within the next 30 days`,
    screen: ({ count, recordId }) =>
      `/dashboard/default/manage-asset/view-assets${count === 1 ? `?asset=${recordId}` : ''}`,
  },
  'field-due': {
    actions: ['asset.field-due'],
    recipients: assetManagers,
    permission: 'manage-asset',
    mail: 'off',
    title: ({ count, subject, detail, field }) => {
      const label = field?.label ?? 'A date'
      return count === 1
        ? `${label} of ${subject ?? 'an asset'}: ${detail ?? 'soon'}`
        : `${label} of ${count} assets comes near`
    },
    screen: ({ count, recordId }) =>
      `/dashboard/default/manage-asset/view-assets${count === 1 ? `?asset=${recordId}` : ''}`,
  },
  ...coverRules,
  'help-requested': {
    actions: ['help-request.opened', 'help-request.continued', 'help-request.reopened'],
    recipients: helpers,
    permission: 'user-management',
    ...helpNews,
  },
  'help-answered': {
    actions: ['help-request.answered', 'help-request.closed', 'help-request.reopened'],
    recipients: helpAsker,
    ...helpNews,
  },
  'inventory-to-do': {
    actions: Object.keys(inventorySteps),
    recipients: inventoryCounters,
    permission: 'manage-asset',
    mail: 'off',
    each: true,
    title: ({ action, subject, detail }) =>
      [inventorySteps[action], ...(detail === null ? [] : [`on ${detail}`])]
        .join(' ')
        .concat(`: ${subject ?? 'an inventory'}`),
    screen: () => '/count',
  },
  'inventory-of-yours': {
    actions: Object.keys(inventoryNews),
    recipients: inventoryOwners,
    permission: 'manage-asset',
    mail: 'off',
    each: true,
    title: (told) => `${by(told)} ${inventoryNews[told.action]}: ${told.subject ?? 'an inventory'}`,
    screen: ({ recordId }) => `/dashboard/physical-inventory/${recordId}`,
  },
  'second-factor-reset': {
    actions: ['user.second-factor-reset'],
    recipients: personConcerned,
    mail: 'off',
    isMailedAnyway: true,
    each: true,
    title: (told) => `${by(told)} reset your second factor`,
    screen: () => '/dashboard/default/profile',
  },
  ...sightingRules,
  'webhook-failing': {
    actions: ['webhook.failing'],
    recipients: ownerOf('webhooks'),
    begunWith: auditReaders,
    mail: 'off',
    each: true,
    title: ({ subject }) =>
      `Your webhook could not deliver entries for three days: ${subject ?? 'a webhook'}`,
    screen: ({ recordId }) => `/dashboard/default/webhooks/${recordId}`,
  },
  'paper-infected': {
    actions: ['paper.infected'],
    recipients: uploader,
    begunWith: ['manage-asset', 'master'],
    mail: 'off',
    each: true,
    title: ({ subject }) => `A virus was found in your file, and it was deleted: ${subject ?? 'a file'}`,
    screen: () => '/dashboard/default/notifications',
  },
}

export const allRules = Object.entries(rules) as [NotificationRule, Rule][]

/** The default email choice of each rule, as a table (rule, mail). */
export const standardChoices = sql`(values ${sql.join(
  allRules.map(([rule, { mail }]) => sql`(${sql.lit(rule)}, ${sql.lit(mail)})`),
)}) as standard (rule, mail)`
