import type { AssetImport } from '@ats/contract/imports.ts'
import { Button, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { JobItem, JobList } from '#ui/jobs/job-list.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { recentImports } from './import-queries.ts'
import { importStatuses } from './import-status.tsx'
import classes from './imports.module.css'

/** Previous uploads of the person; for administrators everybody's. */
export function RecentImports({ onShow }: { onShow: (id: string) => void }) {
  const { data, isError, refetch } = useQuery(recentImports)
  if (isError && data === undefined)
    return <LoadFailed text={m.imports_list_failed()} onRetry={() => void refetch()} />
  if (data === undefined) return null
  return (
    <Paper component="section" withBorder className={classes.card ?? ''} aria-labelledby="recent-imports">
      <Title order={2} fz="md" id="recent-imports">
        {m.imports_recent()}
      </Title>
      {data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {m.imports_none()}
        </Text>
      ) : (
        <JobList>
          {data.map((record) => (
            <Recent key={record._id} record={record} onShow={() => onShow(record._id)} />
          ))}
        </JobList>
      )}
    </Paper>
  )
}

function Recent({ record, onShow }: { record: AssetImport; onShow: () => void }) {
  const { fileName, createdAt, createdBy, mine, counts } = record
  return (
    <JobItem
      name={fileName}
      facts={
        <>
          {!mine && `${createdBy}, `}
          <Moment at={createdAt} as="ago" />
          {', '}
          {m.imports_in_short({
            fresh: formatNumber(counts.new),
            changed: formatNumber(counts.changed),
            wrong: formatNumber(counts.wrong),
          })}
        </>
      }
      status={importStatuses[record.status]}
      action={
        <Button
          variant="default"
          size="xs"
          aria-label={m.imports_open_named({ name: fileName })}
          onClick={onShow}
        >
          {m.imports_open()}
        </Button>
      }
    />
  )
}
