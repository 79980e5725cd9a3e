import type { Session } from '@ats/contract/identity/sessions.ts'
import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCity } from '#kernel/address/location.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import { toast } from '#ui/toast/toast.ts'
import { SessionItem } from './sessions-item.tsx'
import classes from './sessions-list.module.css'
import { sessionList, useEndSessions } from './sessions-queries.ts'

const shownAtFirst = 8

export function SessionsList() {
  const query = useQuery(sessionList)
  const heading = useRef<HTMLHeadingElement>(null)
  const ending = useEnding(() => heading.current?.focus())
  return (
    <Paper
      component="section"
      withBorder
      p={{ base: 'md', sm: 'xl' }}
      className={classes.sheet ?? ''}
      aria-labelledby="sessions"
    >
      <Title ref={heading} order={2} id="sessions" tabIndex={-1} fz="lg" className={classes.heading ?? ''}>
        {m.sessions_title()}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {m.sessions_lead()}
      </Text>
      {query.isPending && <Loading />}
      {query.isError && (
        <LoadFailed
          text={m.sessions_fetch_failed()}
          detail={messageOf(query.error, '') || undefined}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && <Sessions sessions={query.data} {...ending} />}
    </Paper>
  )
}

type Ending = { endOne: (session: Session) => void; endOthers: () => void }

function Sessions({ sessions, endOne, endOthers }: { sessions: Session[] } & Ending) {
  const [all, setAll] = useState(false)
  const shown = all ? sessions : sessions.slice(0, shownAtFirst)
  return (
    <>
      <ul className={classes.sessions}>
        {shown.map((session) => (
          <SessionItem key={session._id} session={session} onEnd={() => endOne(session)} />
        ))}
      </ul>
      {shown.length < sessions.length && (
        <Button variant="subtle" size="compact-sm" mb="sm" onClick={() => setAll(true)}>
          {m.sessions_show_all({ count: formatNumber(sessions.length) })}
        </Button>
      )}
      {sessions.length === 1 && (
        <Text size="sm" c="dimmed" mb="md">
          {m.sessions_only_this()}
        </Text>
      )}
      <Group gap="sm">
        {sessions.length > 1 && (
          <Button variant="default" onClick={endOthers}>
            {m.sessions_end_others()}
          </Button>
        )}
        <PasswordLink />
      </Group>
    </>
  )
}

function PasswordLink() {
  return (
    <ButtonLink
      to="/dashboard/$location/change-password"
      params={{ location: useCity() }}
      variant="default"
      leftSection={<IconKey size={16} aria-hidden="true" />}
    >
      {m.nav_change_my_password()}
    </ButtonLink>
  )
}

/** The clicked button disappears with its session, so the focus moves to the heading. */
function useEnding(moveFocus: () => void): Ending {
  const { mutateAsync, isPending } = useEndSessions()
  const end = async (id: string | undefined, said: string) => {
    if (isPending) return
    try {
      await mutateAsync(id)
      toast.success(said)
      moveFocus()
    } catch (error) {
      toast.failure(messageOf(error, m.sessions_end_failed()))
    }
  }
  const askFirst = async () => {
    const title = m.sessions_end_others()
    const question = m.sessions_end_others_question()
    if (await confirm({ title, question, action: title, danger: true }))
      await end(undefined, m.sessions_others_ended())
  }
  return {
    endOne: (session) => void end(session._id, m.sessions_ended()),
    endOthers: () => void askFirst(),
  }
}
