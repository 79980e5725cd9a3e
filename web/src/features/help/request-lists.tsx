import { type HelpStatus, helpStatuses, type ListedHelpRequest } from '@ats/contract/help.ts'
import { NativeSelect, Paper, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCity } from '#kernel/address/location.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { MoreButton } from '#ui/page/more-button.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { Moment } from '#ui/text/moment.tsx'
import classes from './help.module.css'
import { ownRequests, requestsOfOthers } from './help-queries.ts'
import { HelpStatusBadge, statusChoices } from './help-status.tsx'

export function OwnRequests() {
  return (
    <Paper component="section" withBorder className={classes.sheet ?? ''} aria-labelledby="own-requests">
      <Title order={2} id="own-requests" fz="lg">
        {m.help_mine()}
      </Title>
      <Requests query={useInfiniteQuery(ownRequests)} none={m.help_mine_none()} />
    </Paper>
  )
}

/** For people who manage users: requests that wait for an answer come first. */
export function RequestsOfOthers() {
  const [status, setStatus] = useState<HelpStatus>('waiting')
  const choose = (value: string) => setStatus(helpStatuses.find((one) => one === value) ?? 'waiting')
  return (
    <Paper component="section" withBorder className={classes.sheet ?? ''} aria-labelledby="others-requests">
      <div className={classes.top}>
        <Title order={2} id="others-requests" fz="lg">
          {m.help_others()}
        </Title>
        <NativeSelect
          aria-label={m.help_others_status()}
          value={status}
          data={statusChoices()}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      </div>
      <Requests
        query={useInfiniteQuery(requestsOfOthers(status))}
        none={status === 'waiting' ? m.help_others_none_waiting() : m.help_others_none()}
      />
    </Paper>
  )
}

type Query = {
  data: { pages: { helpRequests: ListedHelpRequest[] }[] } | undefined
  error: Error | null
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

function Requests({ query, none }: { query: Query; none: string }) {
  const { data, error } = query
  if (data === undefined)
    return error === null ? (
      <Loading />
    ) : (
      <LoadFailed
        text={m.help_fetch_failed()}
        detail={messageOf(error, '') || undefined}
        onRetry={() => void query.refetch()}
      />
    )
  const requests = data.pages.flatMap((page) => page.helpRequests)
  if (requests.length === 0) return <p className={classes.none}>{none}</p>
  return (
    <>
      <ul className={classes.list}>
        {requests.map((request) => (
          <Request key={request._id} request={request} />
        ))}
      </ul>
      <MoreButton query={query} text={m.help_more()} />
    </>
  )
}

function Request({ request }: { request: ListedHelpRequest }) {
  const location = useCity()
  return (
    <li className={classes.request}>
      <AnchorLink to="/dashboard/$location/help-desk/$id" params={{ location, id: request._id }} fw={600}>
        {request.subject}
      </AnchorLink>
      <div className={classes.facts}>
        <HelpStatusBadge status={request.status} />
        {!request.isMine && <span>{request.askedBy}</span>}
        <Moment at={request.updatedAt} as="ago" />
      </div>
    </li>
  )
}
