import type { AccessRequest } from '@ats/contract/identity/access-requests.ts'
import { Badge, Button, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isForbidden, messageOf } from '#kernel/http/api-error.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { focusHeading } from '#ui/page/heading.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { PersonAvatar } from '#ui/text/person-avatar.tsx'
import { toast } from '#ui/toast/toast.ts'
import { pendingRequests, useRejectRequest } from './user-queries.ts'
import classes from './users-access-requests.module.css'

const ApproveDialog = lazyPart(async () => (await import('./users-approve-dialog.tsx')).ApproveDialog)

const few = 3

/** People who requested an account; hidden while there are none. */
export function AccessRequests() {
  const query = useQuery(pendingRequests)
  const [approving, setApproving] = useState<AccessRequest | null>(null)
  const [all, setAll] = useState(false)
  const { requests, total } = query.data ?? { requests: [], total: 0 }

  if (query.isError && query.data === undefined) {
    if (isForbidden(query.error)) return null
    return <LoadFailed text={m.access_fetch_failed()} onRetry={() => void query.refetch()} />
  }
  return (
    <>
      {total > 0 && (
        <Paper
          component="section"
          withBorder
          className={classes.panel ?? ''}
          aria-labelledby="access-requests"
        >
          <div className={classes.top}>
            <Title order={2} fz="md" id="access-requests">
              {m.access_title()}
            </Title>
            <Badge variant="light" tt="none">
              {m.access_waiting({ count: formatNumber(total) })}
            </Badge>
          </div>
          <ul className={classes.list}>
            {(all ? requests : requests.slice(0, few)).map((request) => (
              <RequestRow
                key={request._id}
                request={request}
                onApprove={() => setApproving(request)}
                onRejected={focusHeading}
              />
            ))}
          </ul>
          {requests.length > few && (
            <Button variant="subtle" size="compact-sm" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? m.access_show_fewer() : m.access_show_all({ count: formatNumber(requests.length) })}
            </Button>
          )}
          {total > requests.length && (
            <Text size="sm" c="dimmed">
              {m.access_oldest({ count: formatNumber(requests.length) })}
            </Text>
          )}
        </Paper>
      )}
      {approving && (
        <ApproveDialog request={approving} onClose={() => setApproving(null)} onApproved={focusHeading} />
      )}
    </>
  )
}

type RowProps = { request: AccessRequest; onApprove: () => void; onRejected: () => void }

function RequestRow({ request, onApprove, onRejected }: RowProps) {
  const reject = useRejection(request, onRejected)
  const { name, email, createdAt } = request
  return (
    <li className={classes.request}>
      <PersonAvatar person={{ name, picture: null }} size={34} aria-hidden="true" />
      <div className={classes.who}>
        <strong>{name}</strong>
        <span>{email}</span>
      </div>
      <span className={classes.since}>
        {m.access_asked()} <Moment at={createdAt} as="ago" />
      </span>
      <div className={classes.decisions}>
        <Button size="xs" aria-label={m.access_approve_named({ name })} onClick={onApprove}>
          {m.access_approve()}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={m.access_reject_named({ name })}
          onClick={() => void reject()}
        >
          {m.access_reject()}
        </Button>
      </div>
    </li>
  )
}

function useRejection({ _id, name, email }: AccessRequest, onRejected: () => void) {
  const reject = useRejectRequest()
  return async () => {
    const sure = await confirm({
      title: m.access_reject_title({ name }),
      question: m.access_reject_question({ email }),
      action: m.access_reject(),
      danger: true,
    })
    if (!sure) return
    try {
      await reject(_id)
      toast.success(m.access_rejected())
      onRejected()
    } catch (error) {
      toast.failure(m.access_reject_failed(), messageOf(error, ''))
    }
  }
}
