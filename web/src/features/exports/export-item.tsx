import { type Export, exports } from '@ats/contract/exports.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Archived } from '#features/audit/audit.tsx'
import { messageOf } from '#kernel/http/api-error.ts'
import { messageText } from '#kernel/http/message-text.ts'
import { useChange } from '#kernel/http/use-change.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { listName } from '#kernel/words/list-names.ts'
import { m } from '#texts'
import { JobItem, type JobStatus } from '#ui/jobs/job-list.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { toast } from '#ui/toast/toast.ts'
import { isUnderWay } from './export-calls.ts'
import { saveExport } from './exports.tsx'

/** Loaded on demand, because it contains the labels of all filters. */
const ExportFilters = lazyPart(async () => (await import('./export-filters.tsx')).ExportFilters)

const statuses: Record<Export['status'], JobStatus> = {
  waiting: { text: m.exports_status_waiting, color: 'blue' },
  writing: { text: m.exports_status_writing, color: 'blue' },
  ready: { text: m.exports_status_ready, color: 'teal' },
  failed: { text: m.exports_status_failed, color: 'red' },
  cancelled: { text: m.exports_status_cancelled, color: 'gray' },
  expired: { text: m.exports_status_expired, color: 'gray' },
}

export function ExportItem({ made }: { made: Export }) {
  const { list, format, status, rows, total, message, by, mine, createdAt, filters } = made
  const name = `${listName(list)} (${format === 'csv' ? m.exports_csv() : m.exports_excel()})`
  return (
    <JobItem
      name={name}
      facts={
        <>
          {!mine && `${by}, `}
          <Moment at={createdAt} as="ago" />
          {rows > 0 && `, ${rowsText(rows, isUnderWay(status) ? total : null)}`}
          {filters.length > 0 && <ExportFilters filters={filters} />}
          {list === 'audit' && (
            <Archived of="events" from={filters.find((filter) => filter.name === 'from')?.value} />
          )}
        </>
      }
      status={statuses[status]}
      problem={message === null ? undefined : messageText(made)}
      action={<Action made={made} name={name} />}
    />
  )
}

const rowsText = (rows: number, total: number | null) =>
  total === null
    ? m.exports_rows({ rows: formatNumber(rows) })
    : m.exports_rows_of({ rows: formatNumber(rows), total: formatNumber(total) })

/** An administrator may cancel an export of another person, but only its owner gets the file. */
function Action({ made: { id, status, mine }, name }: { made: Export; name: string }) {
  const { mutate, isPending } = useChange(exports.cancel, () => ({ params: { id } }), {
    onSuccess: () => toast.success(m.exports_cancelled()),
    onError: (error) => toast.failure(m.exports_cancel_failed(), messageOf(error, '')),
  })
  if (isUnderWay(status))
    return (
      <Button
        variant="default"
        size="xs"
        aria-label={m.exports_cancel_named({ name })}
        aria-disabled={isPending}
        onClick={() => isPending || mutate()}
      >
        {m.exports_cancel()}
      </Button>
    )
  if (status !== 'ready' || !mine) return null
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      aria-label={m.exports_download_named({ name })}
      onClick={() => void saveExport(id)}
    >
      {m.exports_download()}
    </Button>
  )
}
