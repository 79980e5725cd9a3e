import type { Webhook } from '@ats/contract/webhooks.ts'
import { Paper, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { isUnknown } from '#kernel/http/api-error.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { StatusBadge } from '#ui/jobs/job-list.tsx'
import { NotFound } from '#ui/page/not-found.tsx'
import { Page } from '#ui/page/page.tsx'
import { PendingPage } from '#ui/page/pending-page.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { Deliveries } from './webhook-deliveries.tsx'
import { webhookById } from './webhook-queries.ts'
import { stateMeans, states, topicText } from './webhook-texts.tsx'
import classes from './webhooks.module.css'

/** One webhook: its state and settings, and what it sent. */
export function WebhookPage() {
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(webhookById(id))
  const list = { text: m.webhooks_title(), link: screenLink('/dashboard/$location/webhooks', useCity()) }
  if (isUnknown(error)) return <NotFound />
  if (data === undefined)
    return (
      <PendingPage
        title={m.webhooks_one_title()}
        crumbs={[m.crumb_admin_role_listing(), list]}
        error={error}
        failed={m.webhooks_failed()}
        onRetry={() => void refetch()}
      />
    )
  return (
    <Page
      title={data.name}
      crumbs={[m.crumb_admin_role_listing(), list, data.name]}
      actions={<WebhookActions webhook={data} />}
    >
      <Stack gap="md">
        <Settings webhook={data} />
        <Deliveries webhook={data} />
      </Stack>
    </Page>
  )
}

const moment = (at: string | null) => (at === null ? m.webhooks_never() : <Moment at={at} as="ago" />)

function Settings({ webhook }: { webhook: Webhook }) {
  const { url, topics, places, by, pending, replaying, formerSecretUntil, heldUntil } = webhook
  const facts: [string, ReactNode][] = [
    [
      m.webhooks_url(),
      <span key="url" translate="no">
        {url}
      </span>,
    ],
    [m.webhooks_topics(), topics.map(topicText).join(', ')],
    [m.webhooks_places(), places?.map(({ path }) => path).join(', ') ?? m.webhooks_places_all()],
    [m.webhooks_owner(), by],
    [m.webhooks_pending(), formatNumber(pending)],
    [m.webhooks_last_delivered(), moment(webhook.lastDeliveredAt)],
    [m.webhooks_last_failed(), moment(webhook.lastFailedAt)],
    [m.webhooks_secret_made(), <Moment key="secret" at={webhook.secretMadeAt} as="ago" />],
    ...fact(formerSecretUntil, m.webhooks_former_secret()),
    ...fact(heldUntil, m.webhooks_held_until()),
  ]
  return (
    <Paper
      component="section"
      withBorder
      className={classes.section ?? ''}
      aria-label={m.webhooks_settings()}
    >
      <p className={classes.status}>
        <StatusBadge status={states[webhook.state]} />
        <span>{replaying ? m.webhooks_replaying() : stateMeans(webhook)}</span>
      </p>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  )
}

const fact = (until: string | null, name: string): [string, ReactNode][] =>
  until === null ? [] : [[name, <Moment key={name} at={until} />]]
