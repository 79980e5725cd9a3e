import { type BulkJob, writtenByJobs } from '@ats/contract/bulk-jobs.ts'
import { id } from '@ats/contract/id.ts'
import { Button, Loader } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { useUrlState } from '#kernel/address/url-state.ts'
import { renew } from '#kernel/http/renew.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { jobName } from '#kernel/words/work-names.ts'
import { m } from '#texts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { toast } from '#ui/toast/toast.ts'
import { BulkJobDetails, inDialog } from './bulk-job-details.tsx'
import { isUnderWay, ownBulkJobs } from './bulk-job-queries.ts'
import { isWatched } from './watched-jobs.ts'

/** The progress of a job that was started without a dialog. */
export function BulkJobDialog({ job, onClose }: { job: BulkJob; onClose: () => void }) {
  const [shown, setShown] = useState(job._id)
  return (
    <Dialog onClose={onClose} size="lg" title={jobName(job)}>
      <BulkJobDetails id={shown} onShow={setShown} onClose={onClose} />
    </Dialog>
  )
}

const BulkJobList = lazyPart(async () => (await import('./bulk-job-list.tsx')).BulkJobList, inDialog)

/** Notifications link to a job by its id in the address. */
const oneJob = z.object({ job: id.optional() })

/** Opens the list of the person's bulk jobs; hidden while there are none. */
export function BulkJobsButton() {
  const { data: jobs = [] } = useQuery(ownBulkJobs)
  const [{ job }, setAddress] = useUrlState(oneJob)
  const [shown, setShown] = useState<string | null | undefined>(job)
  const close = () => {
    setShown(undefined)
    if (job !== undefined) setAddress({ job: undefined }, 'replace')
  }
  useEndsOf(jobs, setShown)
  const running = jobs.filter(isUnderWay).length
  if (jobs.length === 0) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={
          running > 0 ? (
            <Loader size={16} aria-hidden="true" />
          ) : (
            <IconListCheck size={16} aria-hidden="true" />
          )
        }
        onClick={() => setShown(null)}
      >
        {running > 0 ? m.bulkjobs_running({ count: formatNumber(running) }) : m.bulkjobs_title()}
      </Button>
      {shown !== undefined && <JobsDialog jobs={jobs} shown={shown} onShow={setShown} onClose={close} />}
    </>
  )
}

type Props = {
  jobs: BulkJob[]
  /** The open job; null: the list. */
  shown: string | null
  onShow: (id: string | null) => void
  onClose: () => void
}

function JobsDialog({ jobs, shown, onShow, onClose }: Props) {
  const open = jobs.find(({ _id }) => _id === shown)
  return (
    <Dialog onClose={onClose} size="lg" title={open === undefined ? m.bulkjobs_title() : jobName(open)}>
      <BulkJobList jobs={jobs} shown={shown} onShow={onShow} onClose={onClose} />
    </Dialog>
  )
}

/** When a job ends, refetches the lists, and shows a toast unless the person is watching the job. */
function useEndsOf(jobs: BulkJob[], open: (id: string) => void) {
  const client = useQueryClient()
  const running = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const ended = jobs.filter((job) => running.current.has(job._id) && !isUnderWay(job))
    running.current = new Set(jobs.filter(isUnderWay).map(({ _id }) => _id))
    if (ended.length > 0) void renew(client, writtenByJobs)
    for (const job of ended) if (!isWatched(job._id)) tell(job, () => open(job._id))
  }, [jobs, client, open])
}

function tell(job: BulkJob, open: () => void) {
  const { done, failed } = job
  const outcome = m.assets_bulk_result({ done: formatNumber(done), failed: formatNumber(failed) })
  toast.success(`${jobName(job)}. ${outcome}`, { text: m.bulkjobs_open(), run: open })
}
