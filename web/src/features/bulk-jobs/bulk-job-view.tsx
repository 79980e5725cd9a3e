import type { BulkJob } from '@ats/contract/bulk-jobs.ts'
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { messageText } from '#kernel/http/message-text.ts'
import { useWatchedWork } from '#kernel/live/watched-work.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { jobName } from '#kernel/words/work-names.ts'
import { m } from '#texts'
import { ResultList } from '#ui/bulk/bulk-result.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { useTimeLeft } from '#ui/text/time-left.ts'
import { toast } from '#ui/toast/toast.ts'
import { bulkJobById, isUnderWay, useStopJob, useUndoJob } from './bulk-job-queries.ts'
import { stoppedText, stopText } from './bulk-job-texts.ts'
import { watchJob } from './watched-jobs.ts'

export type BulkJobViewProps = {
  id: string
  /** The names of the assets on the page, by id. */
  names?: ReadonlyMap<string, string>
  /** Shows another job instead: the one that undoes this one. */
  onShow: (id: string) => void
  onClose: () => void
}

const none: ReadonlyMap<string, string> = new Map()

/** The progress of the job, then its outcome. */
export function BulkJobView({ id, names = none, onShow, onClose }: BulkJobViewProps) {
  const { data: job, error, refetch } = useQuery(bulkJobById(id))
  useEffect(() => watchJob(id), [id])
  useWatchedWork(id, endOf(job))
  if (job === undefined)
    return error === null ? (
      <Loading />
    ) : (
      <LoadFailed text={messageOf(error, m.bulkjobs_list_failed())} onRetry={() => void refetch()} />
    )
  const close = (
    <Button variant={isUnderWay(job) || job.undoable ? 'default' : 'filled'} onClick={onClose}>
      {m.common_close()}
    </Button>
  )
  return isUnderWay(job) ? (
    <JobProgress job={job} close={close} />
  ) : (
    <JobOutcome job={job} names={names} onShow={onShow} close={close} />
  )
}

const endOf = (job: BulkJob | undefined) => {
  if (job === undefined || isUnderWay(job)) return undefined
  return job.status === 'cancelled' ? null : job.status === 'failed' ? 'bulk-job.failed' : 'bulk-job.finished'
}

function JobProgress({ job, close }: { job: BulkJob; close: ReactNode }) {
  const { _id, work, total, done, failed } = job
  const behind = done + failed
  const timeLeft = useTimeLeft(behind, total ?? 0)
  return (
    <Stack gap="sm">
      <Progress
        value={total === null ? 100 : (100 * behind) / Math.max(total, 1)}
        animated={total === null}
        aria-label={m.bulkjobs_progress()}
      />
      {/* Announced every second, it would drown out everything else. */}
      <Text size="sm" aria-live="off">
        {total === null
          ? m.bulkjobs_gathering()
          : [m.bulkjobs_done_of({ done: formatNumber(behind), total: formatNumber(total) }), timeLeft]
              .filter(Boolean)
              .join(' · ')}
      </Text>
      <Text size="sm" c="dimmed">
        {m.bulkjobs_goes_on()}
      </Text>
      <Group justify="flex-end" gap="sm">
        {close}
        <StopButton id={_id} text={stopText(work)} />
      </Group>
    </Stack>
  )
}

function StopButton({ id, text }: { id: string; text: string }) {
  const stop = useStopJob()
  const [stopping, setStopping] = useState(false)
  const run = async () => {
    setStopping(true)
    try {
      await stop(id)
    } catch (error) {
      toast.failure(m.bulkjobs_stop_failed(), messageOf(error, ''))
    } finally {
      setStopping(false)
    }
  }
  return (
    <Button color="red" variant="light" aria-disabled={stopping} onClick={() => stopping || void run()}>
      {text}
    </Button>
  )
}

type OutcomeProps = {
  job: BulkJob
  names: ReadonlyMap<string, string>
  onShow: (id: string) => void
  close: ReactNode
}

function JobOutcome({ job, names, onShow, close }: OutcomeProps) {
  const { work, status, done, failed, results } = job
  return (
    <Stack gap="sm">
      {status === 'failed' && (
        <Alert color="red" variant="light" role="alert" title={m.bulkjobs_ended_early()}>
          {messageText(job)}
        </Alert>
      )}
      {status === 'cancelled' && <Text size="sm">{stoppedText(work)}</Text>}
      <Text role="status">
        {m.assets_bulk_result({ done: formatNumber(done), failed: formatNumber(failed) })}
      </Text>
      {failed > results.length && (
        <Text size="sm" c="dimmed">
          {m.bulkjobs_first_listed({ count: formatNumber(results.length) })}
        </Text>
      )}
      {results.length > 0 && (
        <ResultList
          results={results}
          nameOf={({ _id }) => names.get(_id)}
          label={failed > 0 ? m.assets_bulk_failures() : m.bulkjobs_words()}
        />
      )}
      <Group justify="flex-end" gap="sm">
        {close}
        {job.undoable && <UndoButton job={job} onUndoing={onShow} />}
      </Group>
    </Stack>
  )
}

type UndoProps = { job: BulkJob; onUndoing: (id: string) => void; size?: 'xs' }

/** In a list its label names the job; next to one outcome the title already does. */
export function UndoButton({ job, onUndoing, size }: UndoProps) {
  const undo = useUndoJob()
  const [sending, setSending] = useState(false)
  const run = async () => {
    setSending(true)
    try {
      onUndoing((await undo(job._id)).job._id)
    } catch (error) {
      toast.failure(m.bulkjobs_undo_failed(), messageOf(error, ''))
      setSending(false)
    }
  }
  return (
    <Button
      aria-disabled={sending}
      {...(size && { size, variant: 'light', 'aria-label': m.bulkjobs_undo_named({ name: jobName(job) }) })}
      onClick={() => sending || void run()}
    >
      {m.bulkjobs_undo()}
    </Button>
  )
}
