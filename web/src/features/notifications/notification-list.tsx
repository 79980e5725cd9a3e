import type { Notification } from '@ats/contract/notifications.ts'
import { Title } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { focusHeading } from '#ui/page/heading.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { MoreButton } from '#ui/page/more-button.tsx'
import { toast } from '#ui/toast/toast.ts'
import { byDay } from './notification-days.ts'
import { NotificationItem } from './notification-item.tsx'
import { useReadOne } from './notification-queries.ts'
import classes from './notifications.module.css'

type Props = { query: UseInfiniteQueryResult; shown: Notification[]; onlyUnread: boolean }

export function NotificationList({ query, shown, onlyUnread }: Props) {
  return (
    <>
      {query.isPending && <Loading />}
      {query.isError && (
        <LoadFailed
          text={m.notifications_fetch_failed()}
          detail={messageOf(query.error, '') || undefined}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && shown.length === 0 && <Nothing onlyUnread={onlyUnread} />}
      <Days notifications={shown} />
      <MoreButton query={query} text={m.notifications_more()} className={classes.more ?? ''} />
    </>
  )
}

function Nothing({ onlyUnread }: { onlyUnread: boolean }) {
  return (
    <div className={classes.nothing}>
      <IconBellOff size={36} stroke={1.3} aria-hidden="true" />
      <p>{onlyUnread ? m.notifications_none_unread() : m.notifications_none()}</p>
    </div>
  )
}

function Days({ notifications }: { notifications: Notification[] }) {
  const { mutateAsync } = useReadOne()
  const open = ({ id, read }: Notification) => {
    if (!read) void mutateAsync(id).catch(() => undefined)
  }
  // The clicked button disappears, so the focus moves to the heading.
  const setRead = async ({ id }: Notification) => {
    try {
      await mutateAsync(id)
      focusHeading()
    } catch (error) {
      toast.failure(m.notifications_read_failed(), messageOf(error, ''))
    }
  }
  return byDay(notifications).map(({ key, title, notifications: ofDay }) => (
    <section key={key} aria-label={title}>
      <Title order={2} fz="sm" className={classes.day ?? ''}>
        {title}
      </Title>
      <ul className={classes.list}>
        {ofDay.map((one) => (
          <NotificationItem
            key={one.id}
            notification={one}
            onOpen={() => open(one)}
            onRead={() => void setRead(one)}
          />
        ))}
      </ul>
    </section>
  ))
}
