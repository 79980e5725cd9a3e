import type { Handheld, HandheldWithToken } from '@ats/contract/handhelds.ts'
import { Button } from '@mantine/core'
import { IconDeviceMobile, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { JobItem, JobList } from '#ui/jobs/job-list.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { FirstStep } from '#ui/page/first-step.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Page } from '#ui/page/page.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { HandheldActions } from './handheld-actions.tsx'
import { handheldList } from './handheld-queries.ts'

const HandheldDialog = lazyPart(async () => (await import('./handheld-dialog.tsx')).HandheldDialog)
const LinkDialog = lazyPart(async () => (await import('./link-dialog.tsx')).LinkDialog)

/** The handhelds that the person may see; their links are made and revoked here. */
export function Handhelds() {
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<HandheldWithToken | null>(null)
  const { data, error, refetch } = useQuery(handheldList)
  const isFirst = data?.length === 0
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {m.handhelds_add()}
    </Button>
  )
  return (
    <Page crumbs={[m.crumb_masters(), m.handhelds_title()]} actions={data !== undefined && !isFirst && add}>
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && (
        <LoadFailed
          text={m.handhelds_failed()}
          detail={messageOf(error, '') || undefined}
          onRetry={() => void refetch()}
        />
      )}
      {isFirst && (
        <FirstStep
          Icon={IconDeviceMobile}
          title={m.handhelds_first_title()}
          text={m.handhelds_first_text()}
          action={add}
        />
      )}
      {data !== undefined && !isFirst && (
        <JobList label={m.handhelds_title()}>
          {data.map((handheld) => (
            <Item key={handheld.id} handheld={handheld} onMade={setMade} />
          ))}
        </JobList>
      )}
      {isAdding && <HandheldDialog onMade={setMade} onClose={() => setAdding(false)} />}
      {made !== null && <LinkDialog made={made} onClose={() => setMade(null)} />}
    </Page>
  )
}

const states = {
  active: { text: m.handhelds_active, color: 'teal' },
  revoked: { text: m.handhelds_revoked, color: 'gray' },
}

type ItemProps = { handheld: Handheld; onMade: (made: HandheldWithToken) => void }

function Item({ handheld, onMade }: ItemProps) {
  const { name, model, place, revoked, lastSeenAt, createdBy } = handheld
  return (
    <JobItem
      name={name}
      facts={
        <>
          {model !== '' && <span translate="no">{model}</span>}
          <span>{place?.path ?? m.handhelds_everybody()}</span>
          <span>
            {lastSeenAt === null ? (
              m.handhelds_never_seen()
            ) : (
              <>
                {m.handhelds_last_seen()} <Moment at={lastSeenAt} as="ago" />
              </>
            )}
          </span>
          {createdBy !== null && <span>{m.handhelds_made_by({ name: createdBy })}</span>}
        </>
      }
      status={revoked ? states.revoked : states.active}
      action={<HandheldActions handheld={handheld} onMade={onMade} />}
    />
  )
}
