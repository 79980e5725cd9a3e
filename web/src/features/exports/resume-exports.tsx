import type { Export } from '@ats/contract/exports.ts'
import { Button, Group, Progress, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isNotFound, messageOf } from '#kernel/http/api-error.ts'
import { messageText } from '#kernel/http/message-text.ts'
import { sayShown } from '#kernel/live/watched-work.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { useTimeLeft } from '#ui/text/time-left.ts'
import { toast } from '#ui/toast/toast.ts'
import {
  cancelExport,
  downloadExport,
  expectNoMore,
  exportById,
  isExpectedHere,
  isUnderWay,
  ownExports,
} from './export-calls.ts'

const noticeOf = (id: string) => `export-${id}`

/** Shows the progress of a workbook until it is ready; repeated calls show it once. */
export const followExport = (id: string) =>
  notifications.show({
    id: noticeOf(id),
    message: <Following id={id} />,
    role: 'status',
    loading: true,
    autoClose: false,
    withCloseButton: false,
  })

/** Continues to follow exports that were running when the page was left. */
export function ResumeExports() {
  const { data } = useQuery(ownExports)
  useEffect(() => {
    for (const { id, status } of data?.exports ?? [])
      if (isUnderWay(status) || (status === 'ready' && isExpectedHere(id))) followExport(id)
  }, [data])
  return null
}

function Following({ id }: { id: string }) {
  const { data, error } = useQuery(exportById(id))
  useEffect(() => {
    if (data !== undefined && !isUnderWay(data.status)) finish(data)
    else if (isNotFound(error)) notifications.hide(noticeOf(id))
  }, [data, error, id])
  return <Preparing id={id} rows={data?.rows ?? 0} total={data?.total ?? null} />
}

function Preparing({ id, rows, total }: { id: string; rows: number; total: number | null }) {
  const [cancelling, setCancelling] = useState(false)
  const timeLeft = useTimeLeft(rows, total ?? 0)
  const cancel = async () => {
    setCancelling(true)
    try {
      await cancelExport(id)
      expectNoMore(id)
      notifications.hide(noticeOf(id))
      toast.success(m.exports_cancelled())
    } catch (error) {
      setCancelling(false)
      toast.failure(m.exports_cancel_failed(), messageOf(error, ''))
    }
  }
  return (
    <>
      <Group component="span" gap="sm" justify="space-between" wrap="nowrap">
        {m.exports_preparing()}
        <Button
          variant="default"
          size="compact-sm"
          flex="none"
          aria-disabled={cancelling}
          onClick={() => cancelling || void cancel()}
        >
          {m.exports_cancel()}
        </Button>
      </Group>
      <Progress
        mt={6}
        value={total === null ? 100 : (100 * rows) / Math.max(total, 1)}
        animated={total === null}
        aria-label={m.exports_progress()}
      />
      {/* Announced every second, it would drown out everything else. */}
      <Text span size="xs" c="dimmed" aria-live="off">
        {total === null
          ? m.exports_rows({ rows: formatNumber(rows) })
          : [m.exports_rows_of({ rows: formatNumber(rows), total: formatNumber(total) }), timeLeft]
              .filter(Boolean)
              .join(' · ')}
      </Text>
    </>
  )
}

function finish({ id, status, ...said }: Export) {
  notifications.hide(noticeOf(id))
  if (isExpectedHere(id) && (status === 'ready' || status === 'failed'))
    void sayShown(status === 'ready' ? 'export.finished' : 'export.failed', id)
  if (status === 'failed') toast.failure(m.exports_failed(), messageText(said))
  else if (status !== 'ready') toast.failure(m.exports_gone())
  else if (isExpectedHere(id)) void save(id)
  else toast.success(m.exports_ready(), { text: m.exports_download(), run: () => void save(id) })
  expectNoMore(id)
}

export async function save(id: string) {
  try {
    await downloadExport(id)
    toast.success(m.exports_started())
  } catch (error) {
    toast.failure(m.exports_failed(), messageOf(error, ''))
  }
}
