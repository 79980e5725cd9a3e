import type { SavedView } from '@ats/contract/views.ts'
import { Button, Paper, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { useMayOpen } from '#kernel/address/screen.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { messageText } from '#kernel/http/message-text.ts'
import { listName } from '#kernel/words/list-names.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { listsAndReports, NextScreens } from '#ui/page/next-screens.tsx'
import { Page } from '#ui/page/page.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { toast } from '#ui/toast/toast.ts'
import { screenOf, viewLink } from './view-address.ts'
import { savedViews, useDeleteView, viewById } from './view-queries.ts'
import { scheduleText } from './view-texts.ts'
import classes from './views.module.css'
import { ViewLink } from './views.tsx'

const EditDialog = lazyPart(async () => (await import('./view-dialog.tsx')).EditDialog)
const ScheduleDialog = lazyPart(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog)

const addressed = z.object({ view: z.uuid().optional() })

/** The person's own views and shared ones; a link to a view redirects to its list. */
export function SavedViews() {
  const [{ view }] = useUrlState(addressed)
  return view === undefined ? <AllViews /> : <OpenView id={view} />
}

function OpenView({ id }: { id: string }) {
  const { data, error } = useQuery(viewById(id))
  const link = data && viewLink(data)
  if (link !== undefined) return <Navigate {...(link as { to: '/' })} replace />
  return (
    <Page crumbs={[m.views_title()]}>
      {error === null && data === undefined ? (
        <Loading />
      ) : (
        <LoadFailed text={messageOf(error, m.views_failed())} />
      )}
    </Page>
  )
}

function AllViews() {
  const { data, error, refetch } = useQuery(savedViews())
  return (
    <Page crumbs={[m.views_title()]}>
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && (
        <LoadFailed text={messageOf(error, m.views_failed())} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <>
          <Section
            title={m.views_mine()}
            views={data.views.filter(({ mine }) => mine)}
            mailIsSet={data.mailIsSet}
            none={m.views_none_mine()}
            next={<NextScreens screens={listsAndReports} />}
          />
          <Section
            title={m.views_of_others()}
            views={data.views.filter(({ mine }) => !mine)}
            mailIsSet={data.mailIsSet}
            none={m.views_none_shared()}
          />
        </>
      )}
    </Page>
  )
}

/** `none` and `next`: the text and the links if there are no views. */
type SectionProps = {
  title: string
  views: SavedView[]
  mailIsSet: boolean
  none: string
  next?: ReactNode
}

function Section({ title, views, mailIsSet, none, next }: SectionProps) {
  return (
    <Paper component="section" withBorder p="md" aria-label={title}>
      <Text component="h2" fw={600} size="lg">
        {title}
      </Text>
      {views.length === 0 ? (
        <>
          <Text size="sm" c="dimmed" my="xs">
            {none}
          </Text>
          {next}
        </>
      ) : (
        <ul className={classes.views}>
          {views.map((view) => (
            <View key={view.id} view={view} mailIsSet={mailIsSet} />
          ))}
        </ul>
      )}
    </Paper>
  )
}

function View({ view, mailIsSet }: { view: SavedView; mailIsSet: boolean }) {
  const { name, list, mine, by, place, schedule } = view
  const screen = screenOf(list)
  const opens = useMayOpen()
  const shared = place === null ? m.views_private() : m.views_shared({ place: place.path })
  return (
    <li className={classes.view}>
      <div className={classes.what}>
        {screen !== undefined && opens(screen) ? (
          <ViewLink view={view}>{name}</ViewLink>
        ) : (
          <strong>{name}</strong>
        )}
        <p>{[listName(list), mine ? shared : m.views_by({ name: by })].join(' · ')}</p>
        {schedule !== null && (
          <p>
            {scheduleText(schedule)} · {m.views_next()} <Moment at={schedule.nextAt} />
          </p>
        )}
        {schedule !== null && schedule.message !== null && (
          <p data-problem="true">{m.views_not_sent({ reason: messageText(schedule) })}</p>
        )}
      </div>
      {mine && <Acts view={view} mailIsSet={mailIsSet} />}
    </li>
  )
}

function Acts({ view, mailIsSet }: { view: SavedView; mailIsSet: boolean }) {
  const [doing, setDoing] = useState<'edit' | 'mail' | null>(null)
  const remove = useDeleteView()
  const close = () => setDoing(null)
  const { name } = view
  const ask = async () => {
    const question = { title: m.views_delete_title({ name }), question: m.views_delete_text() }
    if (!(await confirm({ ...question, action: m.common_delete(), danger: true }))) return
    try {
      await remove(view.id)
      toast.success(m.views_deleted({ name }))
    } catch (error) {
      toast.failure(m.views_delete_failed(), messageOf(error, ''))
    }
  }
  return (
    <div className={classes.acts}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconMail size={16} aria-hidden="true" />}
        aria-label={m.views_mail_named({ name })}
        onClick={() => setDoing('mail')}
      >
        {m.views_mail()}
      </Button>
      <Button
        variant="default"
        size="xs"
        aria-label={m.views_edit_named({ name })}
        onClick={() => setDoing('edit')}
      >
        {m.common_edit()}
      </Button>
      <Button
        variant="default"
        size="xs"
        aria-label={m.views_delete_named({ name })}
        onClick={() => void ask()}
      >
        {m.common_delete()}
      </Button>
      {doing === 'edit' && <EditDialog view={view} onClose={close} />}
      {doing === 'mail' && <ScheduleDialog view={view} mailIsSet={mailIsSet} onClose={close} />}
    </div>
  )
}
