import { type PrintJob, printJobs } from '@ats/contract/print-jobs.ts'
import { Button, Group, Progress } from '@mantine/core'
import { IconTags } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { download } from '#kernel/http/download.ts'
import { messageText } from '#kernel/http/message-text.ts'
import { m } from '#texts'
import { JobItem, JobList } from '#ui/jobs/job-list.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { FirstStep } from '#ui/page/first-step.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Page } from '#ui/page/page.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { toast } from '#ui/toast/toast.ts'
import { isUnderWay, ownPrintJobs, useContinuePrinting, useStopPrinting } from './printing-queries.ts'
import { countsText, designTexts, statuses, troubleTexts } from './printing-texts.ts'

const RepeatDialog = lazyPart(async () => (await import('./repeat-dialog.tsx')).RepeatDialog)
const SkippedDialog = lazyPart(async () => (await import('./skipped-dialog.tsx')).SkippedDialog)

/** The person's own print jobs, the newest first. */
export function PrintJobs() {
  const { data, error, refetch } = useQuery(ownPrintJobs)
  return (
    <Page crumbs={[m.crumb_manage_asset(), m.printing_jobs()]}>
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && (
        <LoadFailed
          text={m.printing_jobs_failed()}
          detail={messageOf(error, '') || undefined}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && (
        <FirstStep Icon={IconTags} title={m.printing_none_title()} text={m.printing_none_text()} />
      )}
      {data !== undefined && data.length > 0 && (
        <JobList label={m.printing_jobs()}>
          {data.map((job) => (
            <Item key={job.id} job={job} />
          ))}
        </JobList>
      )}
    </Page>
  )
}

const nameOf = ({ design, printer }: PrintJob) =>
  m.printing_job_named({ design: designTexts[design](), printer: printer?.name ?? m.printing_file() })

function problemOf(job: PrintJob) {
  if (job.trouble !== null) return troubleTexts[job.trouble]()
  return job.message === null ? undefined : messageText({ ...job, message: job.message })
}

function Item({ job }: { job: PrintJob }) {
  const { createdAt, status, total, printed, skipped } = job
  return (
    <JobItem
      name={nameOf(job)}
      facts={
        <>
          <Moment at={createdAt} as="ago" />, {countsText(job)}
          {isUnderWay(job) && (
            <Progress
              mt={4}
              value={(100 * (printed + skipped)) / Math.max(total, 1)}
              aria-label={m.printing_progress()}
            />
          )}
        </>
      }
      status={statuses[status]}
      problem={problemOf(job)}
      action={<Actions job={job} />}
    />
  )
}

async function orSay(step: () => Promise<unknown>) {
  try {
    await step()
  } catch (error) {
    toast.failure(m.printing_step_failed(), messageOf(error, m.error_unexpected()))
  }
}

function Actions({ job }: { job: PrintJob }) {
  const [shown, setShown] = useState<'repeat' | 'skipped' | null>(null)
  const [stop, goOn] = [useStopPrinting(), useContinuePrinting()]
  const { id, status, skipped } = job
  const name = nameOf(job)
  const button = (text: string, run: () => void) => (
    <Button variant="default" size="xs" aria-label={`${text}: ${name}`} onClick={run}>
      {text}
    </Button>
  )
  const save = () => download(printJobs.zpl, { params: { id } }, 'labels.zpl')
  return (
    <Group gap="xs">
      {isUnderWay(job) && button(m.printing_stop(), () => void orSay(() => stop(id)))}
      {status === 'stopped' && button(m.printing_continue(), () => void orSay(() => goOn(id)))}
      {status === 'ready' && button(m.printing_download(), () => void orSay(save))}
      {skipped > 0 && button(m.printing_show_skipped(), () => setShown('skipped'))}
      {!isUnderWay(job) && button(m.printing_repeat(), () => setShown('repeat'))}
      {shown === 'repeat' && <RepeatDialog job={job} name={name} onClose={() => setShown(null)} />}
      {shown === 'skipped' && <SkippedDialog job={job} onClose={() => setShown(null)} />}
    </Group>
  )
}
