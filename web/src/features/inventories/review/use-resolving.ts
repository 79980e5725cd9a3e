import type { BulkResult } from '@ats/contract/bulk.ts'
import type { BulkAnswer, BulkJob } from '@ats/contract/bulk-jobs.ts'
import { inventoryReview, type Resolution } from '@ats/contract/inventories/review.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { renew } from '#kernel/http/renew.ts'
import { counted } from '#kernel/words/format.ts'
import { actionTexts } from '#kernel/words/inventory-words.ts'
import { m } from '#texts'
import { useBulkResult } from '#ui/bulk/use-bulk-result.tsx'
import { toast } from '#ui/toast/toast.ts'
import type { Target } from './resolve-dialog.tsx'
import { useResolve } from './review-queries.ts'

/** 'Move here proposed for Office chair A17', or with the number of items. */
function doneText({ name, count }: Target, done: number, resolution: Resolution | null) {
  if (resolution === null)
    return name !== undefined && count === 1
      ? m.inventory_taken_back_named({ name })
      : counted(done, m.inventory_taken_back_one, m.inventory_taken_back)
  const action = actionTexts[resolution.action]()
  if (name !== undefined && count === 1) return m.inventory_proposed_named({ action, name })
  return counted(
    done,
    (number) => m.inventory_proposed_one({ ...number, action }),
    (number) => m.inventory_proposed_many({ ...number, action }),
  )
}

/** Proposes or withdraws, and shows the outcome; the toast offers to withdraw a proposal. */
export function useResolving(inventoryId: string) {
  const client = useQueryClient()
  const resolve = useResolve(inventoryId)
  const { showResult, failures } = useBulkResult()
  const [job, setJob] = useState<BulkJob | null>(null)

  const show = useCallback(
    (target: Target, reply: BulkAnswer, resolution: Resolution | null, undo?: () => void) => {
      target.clear?.()
      if (reply.job !== undefined) return setJob(reply.job)
      const done = ({ done }: BulkResult) => doneText(target, done, resolution)
      showResult(reply, { done, failure: m.inventory_propose_failed(), undo })
    },
    [showResult],
  )
  const run = useCallback(
    async (target: Target, resolution: Resolution | null): Promise<void> => {
      try {
        const reply = await resolve({ ...target.body, resolution })
        const undo = resolution === null ? undefined : () => void run(target, null)
        show(target, reply, resolution, target.count === 1 ? undo : undefined)
      } catch (error) {
        toast.failure(m.inventory_propose_failed(), messageOf(error, m.error_unexpected()))
      }
    },
    [resolve, show],
  )
  // A job that ends immediately is never seen running, so its effects are fetched when its dialog closes.
  const closeJob = () => {
    setJob(null)
    void renew(client, inventoryReview.resolve.writes)
  }
  return { run, show, failures, job, closeJob }
}
