import type { Notification, NotificationRule } from '@ats/contract/notifications.ts'
import { ActionIcon, Anchor, Badge, Button } from '@mantine/core'
import {
  IconAntennaOff,
  IconCalendarDue,
  IconCheck,
  IconChecks,
  IconCircleCheck,
  IconCircleX,
  IconClipboardList,
  IconDoorExit,
  IconFileImport,
  IconFileSpreadsheet,
  IconListCheck,
  IconMapPinQuestion,
  IconMessageQuestion,
  IconMessageReply,
  IconReplace,
  IconShieldHalf,
  IconShieldOff,
  IconUserPlus,
  IconVirus,
  IconWebhookOff,
} from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { saveExport } from '#features/exports/exports.tsx'
import type { ScreenTo } from '#kernel/address/location.ts'
import { useMayOpen } from '#kernel/address/screen.ts'
import { messageText } from '#kernel/http/message-text.ts'
import { formatAgo } from '#kernel/words/format.ts'
import { listName } from '#kernel/words/list-names.ts'
import { m } from '#texts'
import { Moment } from '#ui/text/moment.tsx'
import { linkOf } from './notification-link.ts'
import { textOf } from './notification-texts.ts'
import classes from './notifications.module.css'

type Icon = ComponentType<{
  size: number
  stroke: number
  className?: string | undefined
  'data-tone'?: string | undefined
}>
const icons: Record<NotificationRule, Icon> = {
  'state-change-requested': IconReplace,
  'state-change-decided': IconChecks,
  'import-finished': IconFileImport,
  'export-finished': IconFileSpreadsheet,
  'bulk-job-finished': IconListCheck,
  'access-requested': IconUserPlus,
  'rental-ending': IconCalendarDue,
  'field-due': IconCalendarDue,
  'cover-ending': IconShieldHalf,
  'help-requested': IconMessageQuestion,
  'help-answered': IconMessageReply,
  'inventory-to-do': IconClipboardList,
  'inventory-of-yours': IconClipboardList,
  'asset-left-property': IconDoorExit,
  'asset-seen-elsewhere': IconMapPinQuestion,
  'reader-silent': IconAntennaOff,
  'webhook-failing': IconWebhookOff,
  'second-factor-reset': IconShieldOff,
  'paper-infected': IconVirus,
}

/** Good and bad news differ at a glance, and not by colour alone: icon and text differ too. */
const looks: Record<string, { icon?: Icon; tone: 'good' | 'bad' }> = {
  'state-change.accepted': { icon: IconCircleCheck, tone: 'good' },
  'state-change.denied': { icon: IconCircleX, tone: 'bad' },
  'import.failed': { tone: 'bad' },
  'export.failed': { tone: 'bad' },
  'bulk-job.failed': { tone: 'bad' },
  'webhook.failing': { tone: 'bad' },
  'paper.infected': { tone: 'bad' },
}

/** An asset's panel opens over this screen, for people who may see the list of assets. */
const screenOf = ({ to = '.' }: LinkProps): ScreenTo =>
  to === '.' ? '/dashboard/$location/manage-asset/view-assets' : to

/** The texts of these rules contain the date. */
const saysDay = ['rental-ending', 'field-due', 'inventory-to-do']

/** The details of these are times: of the read, or of the reader's last message. */
const saysAgo: Partial<Record<NotificationRule, (given: { ago: string }) => string>> = {
  'asset-left-property': m.notifications_seen_ago,
  'asset-seen-elsewhere': m.notifications_seen_ago,
  'reader-silent': m.notifications_message_ago,
}

type Props = { notification: Notification; onOpen: () => void; onRead: () => void }

/** Opening it marks it as read; so does its button. */
export function NotificationItem({ notification, onOpen, onRead }: Props) {
  const { rule, detail, reason, read, at, action } = notification
  const text = textOf(notification)
  const mayOpen = useMayOpen()
  const link = linkOf(notification)
  const opens = link !== undefined && mayOpen(screenOf(link))
  const look = looks[action]
  const Icon = look?.icon ?? icons[rule]
  return (
    <li className={classes.item} data-unread={!read || undefined}>
      <Icon size={22} stroke={1.5} className={classes.icon} data-tone={look?.tone} aria-hidden="true" />
      <div className={classes.about}>
        <div className={classes.text}>
          {opens ? (
            <Anchor component={Link} {...(link as object)} inherit onClick={onOpen}>
              {text}
            </Anchor>
          ) : (
            text
          )}
        </div>
        {detail !== null && !saysDay.includes(rule) && (
          <div className={classes.detail}>
            {saysAgo[rule]?.({ ago: formatAgo(detail) }) ?? messageText({ message: detail, ...reason })}
          </div>
        )}
        <div className={classes.facts}>
          {!read && (
            <Badge variant="filled" size="sm" radius="sm" tt="none">
              {m.notifications_new()}
            </Badge>
          )}
          <Moment at={at} as="ago" />
          {action === 'export.finished' && <Download notification={notification} onOpen={onOpen} />}
        </div>
      </div>
      {!read && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={m.notifications_read_named({ text })}
          title={m.notifications_read()}
          onClick={onRead}
        >
          <IconCheck size={18} />
        </ActionIcon>
      )}
    </li>
  )
}

function Download({ notification, onOpen }: Omit<Props, 'onRead'>) {
  const save = () => {
    onOpen()
    void saveExport(notification.recordId)
  }
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={m.notifications_download_named({ list: listName(notification.subject ?? '') })}
      onClick={save}
    >
      {m.notifications_download()}
    </Button>
  )
}
