import type { MailChoice, Notification } from '@ats/contract/notifications.ts'
import type { Permission } from '@ats/contract/permissions.ts'
import type { Recipients } from './recipients.ts'

export type Rule = {
  /** The ledger actions that cause a notification. */
  actions: readonly string[]
  recipients: Recipients
  /** Without it the rule never applies to a person, so their settings do not offer it. */
  permission?: Permission
  /** People with none of these never start such work, so their settings do not offer the rule. */
  begunWith?: readonly Permission[]
  /** The default choice for emails. */
  mail: MailChoice
  /** The person gets an email whatever they choose, so their settings do not offer the rule. */
  isMailedAnyway?: true
  /** Every entry is a separate notification; absent: all entries of a request are one. */
  each?: true
  /** In English, for emails; the web app has its own texts. */
  title: (told: Notification) => string
  /** The screen that an email links to. */
  screen: (told: Notification) => string
}
