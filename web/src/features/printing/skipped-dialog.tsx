import type { PrintJob } from '@ats/contract/print-jobs.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#kernel/http/api-error.ts'
import { messageText } from '#kernel/http/message-text.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { skippedLabels } from './printing-queries.ts'

/** Which labels were skipped, and why. */
export function SkippedDialog({ job: { id, skipped }, onClose }: { job: PrintJob; onClose: () => void }) {
  const { data, error, refetch } = useQuery(skippedLabels(id))
  return (
    <Dialog onClose={onClose} title={m.printing_skipped({ count: formatNumber(skipped) })}>
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && (
        <LoadFailed text={messageOf(error, m.printing_jobs_failed())} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <ul>
          {data.map(({ position, text, message, ...said }) => (
            <li key={position}>
              <b translate="no">{text ?? formatNumber(position)}</b>{' '}
              {message !== null && messageText({ ...said, message })}
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && data.length < skipped && (
        <Text size="sm">{m.printing_skipped_part({ count: formatNumber(data.length) })}</Text>
      )}
    </Dialog>
  )
}
