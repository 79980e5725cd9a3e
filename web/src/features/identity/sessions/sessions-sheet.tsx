import type { Session } from '@ats/contract/identity/sessions.ts'
import { Button, Group, Paper, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { toast } from '#ui/toast/toast.ts'
import { SessionItem } from './sessions-item.tsx'
import classes from './sessions-list.module.css'

const shownAtFirst = 8

type Words = {
  title: string
  lead: string
  fetchFailed: string
  /** If there is no session to end. */
  none: string
  endAll: string
  question: string
  allEnded: string
}

type Props = {
  query: UseQueryResult<Session[]>
  /** Ends the session with this id, or without an id all except the current one. */
  end: (id?: string) => Promise<unknown>
  words: Words
  actions?: ReactNode
}

/** The sessions of one person, which can be ended. */
export function SessionsSheet({ query, end, words, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const ending = useEnding(end, words, () => heading.current?.focus())
  return (
    <Paper
      component="section"
      withBorder
      p={{ base: 'md', sm: 'xl' }}
      className={classes.sheet ?? ''}
      aria-labelledby="sessions"
    >
      <Title ref={heading} order={2} id="sessions" tabIndex={-1} fz="lg" className={classes.heading ?? ''}>
        {words.title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {words.lead}
      </Text>
      {query.isPending && <Loading />}
      {query.isError && (
        <LoadFailed
          text={words.fetchFailed}
          detail={messageOf(query.error, '') || undefined}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && <Sessions sessions={query.data} words={words} actions={actions} {...ending} />}
    </Paper>
  )
}

type Ending = { endOne: (session: Session) => void; endAll: () => void }
type SessionsProps = { sessions: Session[] } & Ending & Pick<Props, 'words' | 'actions'>

function Sessions({ sessions, words, actions, endOne, endAll }: SessionsProps) {
  const [all, setAll] = useState(false)
  const shown = all ? sessions : sessions.slice(0, shownAtFirst)
  const canEnd = sessions.some(({ current }) => !current)
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
      {!canEnd && (
        <Text size="sm" c="dimmed" mb="md">
          {words.none}
        </Text>
      )}
      <Group gap="sm">
        {canEnd && (
          <Button variant="default" onClick={endAll}>
            {words.endAll}
          </Button>
        )}
        {actions}
      </Group>
    </>
  )
}

/** The clicked button disappears with its session, so the focus moves to the heading. */
function useEnding(send: Props['end'], words: Words, moveFocus: () => void): Ending {
  const isSending = useRef(false)
  const end = async (id: string | undefined, said: string) => {
    if (isSending.current) return
    isSending.current = true
    try {
      await send(id)
      toast.success(said)
      moveFocus()
    } catch (error) {
      toast.failure(messageOf(error, m.sessions_end_failed()))
    } finally {
      isSending.current = false
    }
  }
  const askFirst = async () => {
    const { endAll: title, question } = words
    if (await confirm({ title, question, action: title, danger: true })) await end(undefined, words.allEnded)
  }
  return {
    endOne: (session) => void end(session._id, m.sessions_ended()),
    endAll: () => void askFirst(),
  }
}
