import type { TagSeries } from '@ats/contract/tag-series.ts'
import { Button } from '@mantine/core'
import { IconPlus, IconTags } from '@tabler/icons-react'
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
import { SeriesActions } from './series-actions.tsx'
import { seriesList } from './series-queries.ts'
import { leftText, partsText } from './series-texts.ts'

const NewSeriesDialog = lazyPart(async () => (await import('./new-series-dialog.tsx')).NewSeriesDialog)

/** The number series that tags are printed from. */
export function TagNumbers() {
  const [isAdding, setAdding] = useState(false)
  const { data, error, refetch } = useQuery(seriesList)
  const isFirst = data?.length === 0
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {m.tagseries_add()}
    </Button>
  )
  return (
    <Page crumbs={[m.crumb_masters(), m.tagseries_title()]} actions={data !== undefined && !isFirst && add}>
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && (
        <LoadFailed
          text={m.tagseries_failed()}
          detail={messageOf(error, '') || undefined}
          onRetry={() => void refetch()}
        />
      )}
      {isFirst && (
        <FirstStep
          Icon={IconTags}
          title={m.tagseries_first_title()}
          text={m.tagseries_first_text()}
          action={add}
        />
      )}
      {data !== undefined && !isFirst && (
        <JobList label={m.tagseries_title()}>
          {data.map((series) => (
            <Item key={series.id} series={series} />
          ))}
        </JobList>
      )}
      {isAdding && <NewSeriesDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}

const states = {
  active: { text: m.tagseries_active, color: 'teal' },
  retired: { text: m.tagseries_retired, color: 'gray' },
}

function Item({ series }: { series: TagSeries }) {
  return (
    <JobItem
      name={series.name}
      facts={
        <>
          <span translate="no">{partsText(series)}</span>
          <span>{leftText(series)}</span>
        </>
      }
      status={series.retired ? states.retired : states.active}
      action={<SeriesActions series={series} />}
    />
  )
}
