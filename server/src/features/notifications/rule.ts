import type { MailChoice, Notification } from '@ats/contract/notifications.ts'
import type { Permission } from '@ats/contract/permissions.ts'
import type { Recipients } from './recipients.ts'

export type Rule = {
  /** The lines of the ledger that are news. */
  actions: readonly string[]
  recipients: Recipients
  /** Without it a person hears nothing of this rule, so they are not asked about it either. */
  permission?: Permission
  /** Whoever holds none of these never begins such work, so they are not asked about it. */
  begunWith?: readonly Permission[]
  /** What happens where nobody chose anything else. */
  mail: MailChoice
  /** Every line is news of its own; absent: all lines of a call are one. */
  each?: true
  /** In English, for mails; the web app has the same in its catalogues. */
  title: (told: Notification) => string
  /** The screen that a mail leads to. */
  screen: (told: Notification) => string
}
