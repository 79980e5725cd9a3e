import type { BulkAnswer } from '@ats/contract/bulk-jobs.ts'
import { useMoveBack } from '#features/assets/asset-queries.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { messageText } from '#kernel/http/message-text.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { toast } from '#ui/toast/toast.ts'

/** Undoes a move, and reports how many assets could not be moved back, with the first reason. */
export function useUndoMove() {
  const moveBack = useMoveBack()
  return async ({ move = '', results }: BulkAnswer) => {
    try {
      const ids = results.filter(({ ok }) => ok).map(({ _id }) => _id)
      const { done, failed, results: undone } = await moveBack({ move, ids })
      if (failed === 0) return toast.success(m.assets_moved_back({ count: formatNumber(done) }))
      const [first] = undone.filter(({ ok }) => !ok)
      const counts = m.assets_moved_back_partly({ done: formatNumber(done), failed: formatNumber(failed) })
      toast.failure(counts, first && `${first.assetTagId ?? m.assets_unknown()}: ${messageText(first)}`)
    } catch (error) {
      toast.failure(m.assets_move_back_failed(), messageOf(error, ''))
    }
  }
}
