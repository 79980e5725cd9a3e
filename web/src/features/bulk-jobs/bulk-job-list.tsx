import type { BulkJob } from '@ats/contract/bulk-jobs.ts'
import { Button, Group } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { messageText } from '#kernel/http/message-text.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { jobName } from '#kernel/words/work-names.ts'
import { m } from '#texts'
import { JobItem, JobList } from '#ui/jobs/job-list.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { isUnderWay } from './bulk-job-queries.ts'
import { jobStatusOf } from './bulk-job-texts.ts'
import { BulkJobView, UndoButton } from './bulk-job-view.tsx'

type Props = {
  jobs: BulkJob[]
  shown: string | null
  onShow: (id: string | null) => void
  onClose: () => void
}

/** The person's bulk jobs, newest first; or the details of one. */
export function BulkJobList({ jobs, shown, onShow, onClose }: Props) {
  if (shown !== null)
    return (
      <>
        <Button
          variant="subtle"
          size="compact-sm"
          mb="sm"
          ml={-8}
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
          onClick={() => onShow(null)}
        >
          {m.bulkjobs_back()}
        </Button>
        <BulkJobView id={shown} onShow={onShow} onClose={onClose} />
      </>
    )
  return (
    <JobList>
      {jobs.map((job) => (
        <Item key={job._id} job={job} onShow={onShow} />
      ))}
    </JobList>
  )
}

function Item({ job, onShow }: { job: BulkJob; onShow: (id: string) => void }) {
  const { createdAt, message } = job
  return (
    <JobItem
      name={jobName(job)}
      facts={
        <>
          <Moment at={createdAt} as="ago" />, {countsOf(job)}
        </>
      }
      status={jobStatusOf(job)}
      problem={message === null ? undefined : messageText(job)}
      action={
        <Group gap="xs" wrap="nowrap">
          {job.undoable && <UndoButton job={job} size="xs" onUndoing={onShow} />}
          <Button
            variant="default"
            size="xs"
            aria-label={m.bulkjobs_open_named({ name: jobName(job) })}
            onClick={() => onShow(job._id)}
          >
            {m.bulkjobs_open()}
          </Button>
        </Group>
      }
    />
  )
}

function countsOf(job: BulkJob): string {
  const { total, done, failed } = job
  if (!isUnderWay(job))
    return m.assets_bulk_result({ done: formatNumber(done), failed: formatNumber(failed) })
  return total === null
    ? m.bulkjobs_gathering()
    : m.bulkjobs_done_of({ done: formatNumber(done + failed), total: formatNumber(total) })
}
