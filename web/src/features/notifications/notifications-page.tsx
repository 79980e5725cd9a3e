import { Button, Checkbox, Paper } from '@mantine/core'
import { IconChecks, IconMail } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useUrlState } from '#kernel/address/url-state.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { Page } from '#ui/page/page.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import { toast } from '#ui/toast/toast.ts'
import { MailChoices } from './mail-choices.tsx'
import { NotificationList } from './notification-list.tsx'
import { mailChoices, notificationList, useReadAll } from './notification-queries.ts'
import classes from './notifications.module.css'
import { shownUnread } from './notifications.ts'

const filterOf = z.object({ unread: z.enum(['true', 'false']).default('false') })

export function Notifications() {
  const [{ unread }, setFilter] = useUrlState(filterOf)
  const query = useInfiniteQuery(notificationList(unread))
  const pages = query.data?.pages ?? []
  const shown = pages.flatMap((page) => page.notifications)
  return (
    <Page
      crumbs={[m.notifications_title()]}
      actions={
        <>
          <ToMailChoices />
          <ReadAll unread={pages[0]?.unread ?? 0} newest={shown[0]?.id} />
        </>
      }
    >
      <div className={classes.columns}>
        <Paper
          component="section"
          withBorder
          className={classes.sheet ?? ''}
          aria-label={m.notifications_lead()}
        >
          <div className={classes.top}>
            <Checkbox
              label={m.notifications_only_unread()}
              checked={unread === 'true'}
              onChange={(event) => setFilter({ unread: event.currentTarget.checked ? 'true' : 'false' })}
            />
            {pages[0] && <span role="status">{unreadText(pages[0].unread)}</span>}
          </div>
          <NotificationList query={query} shown={shown} onlyUnread={unread === 'true'} />
        </Paper>
        <MailChoices />
      </div>
    </Page>
  )
}

/** Links to the section, which is below the list on narrow screens. */
function ToMailChoices() {
  if (useQuery(mailChoices).data?.mailIsSet !== true) return null
  return (
    <ButtonLink
      to="."
      hash="by-mail"
      search
      variant="default"
      className={classes.jump ?? ''}
      leftSection={<IconMail size={16} aria-hidden="true" />}
    >
      {m.notifications_mail_title()}
    </ButtonLink>
  )
}

function unreadText(count: number) {
  if (count === 0) return m.notifications_all_read()
  return count === 1
    ? m.notifications_unread_count_one({ count: 1 })
    : m.notifications_unread_count({ count: shownUnread(count) })
}

function ReadAll({ unread, newest }: { unread: number; newest: number | undefined }) {
  const { mutateAsync, isPending } = useReadAll()
  const idle = unread === 0 || newest === undefined || isPending
  const readAll = async () => {
    if (idle) return
    try {
      await mutateAsync(newest)
      toast.success(m.notifications_all_set())
    } catch (error) {
      toast.failure(m.notifications_read_failed(), messageOf(error, ''))
    }
  }
  return (
    <Button
      aria-disabled={idle}
      {...(idle && { 'data-disabled': true })}
      leftSection={<IconChecks size={16} aria-hidden="true" />}
      onClick={() => void readAll()}
    >
      {m.notifications_read_all()}
    </Button>
  )
}
