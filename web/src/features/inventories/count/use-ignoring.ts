import type { BulkResult } from '@ats/contract/bulk.ts'
import { useCallback } from 'react'
import { useIgnoreTags } from '#features/inventories/review/review-queries.ts'
import { m } from '#texts'
import { doneText, useBulkResult } from '#ui/bulk/use-bulk-result.tsx'

const takenUp = doneText({ one: m.unknown_tags_taken_up_one, other: m.unknown_tags_taken_up })
const left = doneText({ one: m.unknown_tags_were_ignored_one, other: m.unknown_tags_were_ignored })

/** Stops ignoring tags, and shows the outcome for those that were ignored. */
export function useIgnoring() {
  const send = useIgnoreTags()
  const { runAndShow, showResult, failures } = useBulkResult()
  const takeUp = useCallback(
    (ids: string[]) =>
      runAndShow(() => send({ ids, reason: null }), {
        done: takenUp,
        failure: m.unknown_tags_take_up_failed(),
      }),
    [send, runAndShow],
  )
  const ignored = (reply: BulkResult, ids: string[]) =>
    showResult(reply, { done: left, failure: m.unknown_tags_ignore_failed(), undo: () => void takeUp(ids) })
  return { takeUp, ignored, failures }
}
