import type { Webhook } from '@ats/contract/webhooks.ts'
import { Button } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCity } from '#kernel/address/location.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { JobItem, JobList } from '#ui/jobs/job-list.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { FirstStep } from '#ui/page/first-step.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Page } from '#ui/page/page.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import { webhookList } from './webhook-queries.ts'
import type { NewSecret } from './webhook-secret.tsx'
import { states } from './webhook-texts.tsx'

const WebhookDialog = lazyPart(async () => (await import('./webhook-dialog.tsx')).WebhookDialog)
const SecretDialog = lazyPart(async () => (await import('./webhook-secret.tsx')).SecretDialog)

/** The webhooks of the person; administrators see those of everybody. */
export function Webhooks() {
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<NewSecret | null>(null)
  const { data, error, refetch } = useQuery(webhookList)
  const isFirst = data?.length === 0
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {m.webhooks_add()}
    </Button>
  )
  return (
    <Page
      crumbs={[m.crumb_admin_role_listing(), m.webhooks_title()]}
      actions={data !== undefined && !isFirst && add}
    >
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && (
        <LoadFailed
          text={m.webhooks_failed()}
          detail={messageOf(error, '') || undefined}
          onRetry={() => void refetch()}
        />
      )}
      {isFirst && (
        <FirstStep
          Icon={IconWebhook}
          title={m.webhooks_first_title()}
          text={m.webhooks_first_text()}
          action={add}
        />
      )}
      {data !== undefined && !isFirst && (
        <JobList>
          {data.map((webhook) => (
            <Item key={webhook.id} webhook={webhook} />
          ))}
        </JobList>
      )}
      {isAdding && <WebhookDialog onClose={() => setAdding(false)} onMade={setMade} />}
      {made !== null && <SecretDialog made={made} onClose={() => setMade(null)} />}
    </Page>
  )
}

function Item({ webhook: { id, name, url, state, mine, by } }: { webhook: Webhook }) {
  const location = useCity()
  return (
    <JobItem
      name={name}
      facts={<span translate="no">{mine ? url : `${by} · ${url}`}</span>}
      status={states[state]}
      action={
        <ButtonLink
          to="/dashboard/$location/webhooks/$id"
          params={{ location, id }}
          variant="default"
          size="compact-sm"
          aria-label={m.webhooks_open_named({ name })}
        >
          {m.webhooks_open()}
        </ButtonLink>
      }
    />
  )
}
