import type { BulkWork } from '@ats/contract/bulk-jobs.ts'
import type { MailChoice, Notification, NotificationRule } from '@ats/contract/notifications.ts'
import { formatDate, formatNumber } from '#kernel/words/format.ts'
import { currentLanguage } from '#kernel/words/language.ts'
import { listName } from '#kernel/words/list-names.ts'
import { m } from '#texts'

const user = (told: Notification) => told.user ?? m.notifications_someone()
const asset = ({ subject }: Notification) => subject ?? m.notifications_an_asset()
const fieldName = ({ field }: Notification) =>
  (currentLanguage() === 'hi' ? field?.labelHi : null) ?? field?.label ?? m.notifications_a_field()
const file = ({ subject }: Notification) => subject ?? ''

const workNames: Record<BulkWork, () => string> = {
  'move-assets': m.notifications_work_move,
  'move-assets-back': m.notifications_work_move_back,
  'assign-assets': m.notifications_work_assign,
  'assign-assets-back': m.notifications_work_assign_back,
  'set-asset-field': m.notifications_work_set_field,
  'set-asset-field-back': m.notifications_work_set_field_back,
  'delete-assets': m.notifications_work_delete,
  'restore-assets': m.notifications_work_restore,
  'cover-assets': m.notifications_work_cover,
  'cover-assets-back': m.notifications_work_cover_back,
  'merge-masters': m.notifications_work_merge,
  'move-place': m.notifications_work_place,
  'start-inventory': m.notifications_work_start_inventory,
  'apply-inventory': m.notifications_work_apply_inventory,
  'resolve-inventory': m.notifications_work_resolve_inventory,
  'remove-personal-data': m.notifications_work_remove_personal_data,
}
const workName = ({ subject }: Notification) => workNames[subject as BulkWork]?.() ?? subject ?? ''

const help = (told: Notification) => ({
  user: user(told),
  subject: told.subject ?? m.help_request_title(),
})

type OfOne = (told: Notification) => string
type OfMany = (told: Notification, count: string) => string

/** By ledger action: the text for one record, and for many if one request may change many. */
const texts: Record<string, OfOne | [OfOne, OfMany]> = {
  'state-change.requested': [
    (told) => m.notifications_requested_one({ user: user(told), asset: asset(told) }),
    (told, count) => m.notifications_requested({ user: user(told), count }),
  ],
  'state-change.accepted': [
    (told) => m.notifications_accepted_one({ user: user(told), asset: asset(told) }),
    (told, count) => m.notifications_accepted({ user: user(told), count }),
  ],
  'state-change.denied': [
    (told) => m.notifications_denied_one({ user: user(told), asset: asset(told) }),
    (told, count) => m.notifications_denied({ user: user(told), count }),
  ],
  'state-change.stale': [
    (told) => m.notifications_stale_one({ asset: asset(told) }),
    (_told, count) => m.notifications_stale({ count }),
  ],
  'import.checked': (told) => m.notifications_import_checked({ file: file(told) }),
  'import.finished': (told) => m.notifications_import_finished({ file: file(told) }),
  'import.failed': (told) => m.notifications_import_failed({ file: file(told) }),
  'export.finished': (told) => m.notifications_export_finished({ list: listName(told.subject ?? '') }),
  'export.failed': (told) => m.notifications_export_failed({ list: listName(told.subject ?? '') }),
  'bulk-job.finished': (told) => m.notifications_bulk_finished({ work: workName(told) }),
  'bulk-job.failed': (told) => m.notifications_bulk_failed({ work: workName(told) }),
  'access-request.created': (told) =>
    m.notifications_access_requested({ user: told.subject ?? m.notifications_someone() }),
  'asset.rental-ending': [
    (told) => m.notifications_rental_one({ asset: asset(told), date: formatDate(told.detail ?? told.at) }),
    (_told, count) => m.notifications_rental({ count }),
  ],
  'asset.field-due': [
    (told) =>
      m.notifications_field_due_one({
        ...{ field: fieldName(told), asset: asset(told), date: formatDate(told.detail ?? told.at) },
      }),
    (told, count) => m.notifications_field_due({ field: fieldName(told), count }),
  ],
  'cover.ending': (told) =>
    m.notifications_cover_ending({ cover: told.subject ?? '', date: formatDate(told.detail ?? told.at) }),
  'asset.left-property': [
    (told) => m.notifications_left_property_one({ asset: asset(told) }),
    (_told, count) => m.notifications_left_property({ count }),
  ],
  'asset.seen-elsewhere': [
    (told) => m.notifications_seen_elsewhere_one({ asset: asset(told) }),
    (_told, count) => m.notifications_seen_elsewhere({ count }),
  ],
  'reader.silent': [
    (told) => m.notifications_reader_silent_one({ reader: told.subject ?? '' }),
    (_told, count) => m.notifications_reader_silent({ count }),
  ],
  'webhook.failing': (told) => m.notifications_webhook_failing({ webhook: told.subject ?? '' }),
  'paper.infected': (told) => m.notifications_paper_infected({ paper: told.subject ?? '' }),
  'help-request.opened': (told) => m.notifications_help_opened(help(told)),
  'help-request.continued': (told) => m.notifications_help_continued(help(told)),
  'help-request.answered': (told) => m.notifications_help_answered(help(told)),
  'help-request.closed': (told) => m.notifications_help_closed(help(told)),
  'help-request.reopened': (told) => m.notifications_help_reopened(help(told)),
  'inventory.planned': (told) =>
    m.notifications_inventory_planned({ user: user(told), inventory: told.subject ?? '' }),
  'inventory.started': (told) =>
    m.notifications_inventory_started({ user: user(told), inventory: told.subject ?? '' }),
  'inventory.recounted': (told) =>
    m.notifications_inventory_recounted({ user: user(told), inventory: told.subject ?? '' }),
  'inventory.cancelled': (told) =>
    m.notifications_inventory_cancelled({ user: user(told), inventory: told.subject ?? '' }),
  'inventory.read-late': (told) =>
    m.notifications_inventory_read_late({ user: user(told), inventory: told.subject ?? '' }),
  'user.second-factor-reset': (told) => m.notifications_second_factor_reset({ user: user(told) }),
  'inventory.due-soon': (told) =>
    m.notifications_inventory_due({
      inventory: told.subject ?? '',
      date: formatDate(told.detail ?? told.at),
    }),
  'inventory.overdue': (told) =>
    m.notifications_inventory_overdue({
      inventory: told.subject ?? '',
      date: formatDate(told.detail ?? told.at),
    }),
}

export function textOf(told: Notification): string {
  const text = texts[told.action]
  if (text === undefined) return told.action
  if (typeof text === 'function') return text(told)
  return told.count === 1 ? text[0](told) : text[1](told, formatNumber(told.count))
}

export const ruleNames: Record<NotificationRule, () => string> = {
  'state-change-requested': m.notifications_rule_requested,
  'state-change-decided': m.notifications_rule_decided,
  'import-finished': m.notifications_rule_import,
  'export-finished': m.notifications_rule_export,
  'bulk-job-finished': m.notifications_rule_bulk,
  'access-requested': m.notifications_rule_access,
  'rental-ending': m.notifications_rule_rental,
  'field-due': m.notifications_rule_field_due,
  'cover-ending': m.notifications_rule_cover,
  'help-requested': m.notifications_rule_help_requested,
  'help-answered': m.notifications_rule_help_answered,
  'inventory-to-do': m.notifications_rule_inventory,
  'inventory-of-yours': m.notifications_rule_inventory_yours,
  'asset-left-property': m.notifications_rule_left_property,
  'asset-seen-elsewhere': m.notifications_rule_seen_elsewhere,
  'reader-silent': m.notifications_rule_reader_silent,
  'webhook-failing': m.notifications_rule_webhook_failing,
  'second-factor-reset': m.notifications_rule_second_factor,
  'paper-infected': m.notifications_rule_paper_infected,
}

export const mailNames: Record<MailChoice, () => string> = {
  off: m.notifications_mail_off,
  now: m.notifications_mail_now,
  daily: m.notifications_mail_daily,
}
