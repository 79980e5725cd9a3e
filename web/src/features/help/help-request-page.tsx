import type { HelpMessage } from '@ats/contract/help.ts'
import { Paper, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { isUnknown, messageOf } from '#kernel/http/api-error.ts'
import { picture } from '#kernel/http/picture.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { useBlobUrl } from '#ui/lazy/blob-url.ts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { NotFound } from '#ui/page/not-found.tsx'
import { Page } from '#ui/page/page.tsx'
import { Moment } from '#ui/text/moment.tsx'
import classes from './help.module.css'
import { helpRequestById } from './help-queries.ts'
import { HelpStatusBadge } from './help-status.tsx'
import { MessageForm } from './message-form.tsx'

export function HelpRequestPage() {
  const { id = '' } = useParams({ strict: false })
  const { data: request, error, refetch } = useQuery(helpRequestById(id))
  const desk = { text: m.help_title(), link: screenLink('/dashboard/$location/help-desk', useCity()) }
  if (isUnknown(error)) return <NotFound />
  if (request === undefined)
    return (
      <Page crumbs={[desk, m.help_request_title()]}>
        {error === null ? (
          <Loading />
        ) : (
          <LoadFailed
            text={m.help_one_failed()}
            detail={messageOf(error, '') || undefined}
            onRetry={() => void refetch()}
          />
        )}
      </Page>
    )
  return (
    <Page title={request.subject} crumbs={[desk, m.help_number({ id: formatNumber(request.id) })]}>
      <div className={classes.facts}>
        <HelpStatusBadge status={request.status} />
        <span>{request.isMine ? m.help_by_you({ name: request.askedBy }) : request.askedBy}</span>
        <Moment at={request.createdAt} />
      </div>
      <Paper component="section" withBorder className={classes.conversation ?? ''}>
        <ol className={classes.messages} aria-label={m.help_conversation()}>
          {request.messages.map((message, index) => (
            <Message key={message._id} message={message}>
              {index === 0 && request.image !== null && (
                <Screenshot name={request.askedBy} address={request.image} />
              )}
            </Message>
          ))}
        </ol>
        <MessageForm key={request.status === 'closed' ? 'reopen' : 'write'} request={request} />
      </Paper>
    </Page>
  )
}

type MessageProps = { message: HelpMessage; children: ReactNode }

function Message({ message, children }: MessageProps) {
  const { step, text, writtenBy, isMine, writtenAt } = message
  const name = isMine ? m.help_by_you({ name: writtenBy }) : writtenBy
  const steps = { written: () => name, closed: m.help_closed_by, reopened: m.help_reopened_by }
  return (
    <li className={classes.message} data-mine={isMine || undefined} data-step={step}>
      <div className={classes.facts}>
        <strong>{steps[step]({ name })}</strong>
        <Moment at={writtenAt} as="ago" />
      </div>
      {text !== null && <p>{text}</p>}
      {children}
    </li>
  )
}

function Screenshot({ name, address }: { name: string; address: string }) {
  const { data, isError, refetch } = useQuery(picture(address))
  const url = useBlobUrl(data)
  if (isError) return <LoadFailed text={m.assets_image_failed()} onRetry={() => void refetch()} />
  if (url === undefined) return <Skeleton height={160} />
  return (
    <a href={url} target="_blank" rel="noreferrer" className={classes.screenshot}>
      <img src={url} alt={m.help_screenshot_by({ name })} />
    </a>
  )
}
