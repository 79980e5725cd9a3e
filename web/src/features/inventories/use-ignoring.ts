import type { BulkResult } from '@ats/contract/bulk.ts'
import { useCallback, useState } from 'react'
import { messageOf } from '#kernel/api-error.ts'
import { counted } from '#kernel/format.ts'
import { messageText } from '#kernel/message-text.ts'
import { m } from '#texts'
import { toast } from '#ui/toast.ts'
import { useIgnoreTags } from './review-queries.ts'

type Texts = { one: Counted; other: Counted; failure: () => string }
type Counted = (given: { count: string }) => string

const takenUp: Texts = {
  one: m.unknown_tags_taken_up_one,
  other: m.unknown_tags_taken_up,
  failure: m.unknown_tags_take_up_failed,
}
const left: Texts = {
  one: m.unknown_tags_were_ignored_one,
  other: m.unknown_tags_were_ignored,
  failure: m.unknown_tags_ignore_failed,
}

/** Takes tags up again, and says what became of those that were left alone. */
export function useIgnoring() {
  const send = useIgnoreTags()
  const [result, setResult] = useState<BulkResult | null>(null)
  const show = useCallback((reply: BulkResult, { one, other, failure }: Texts, undo?: () => void) => {
    const [only] = reply.results
    if (reply.done > 0)
      toast.success(counted(reply.done, one, other), undo && { text: m.assets_undo(), run: undo })
    if (reply.failed === 1 && reply.done === 0 && only) toast.failure(failure(), messageText(only))
    else if (reply.failed > 0) setResult(reply)
  }, [])
  const takeUp = useCallback(
    async (ids: string[]) => {
      try {
        show(await send({ ids, reason: null }), takenUp)
      } catch (error) {
        toast.failure(takenUp.failure(), messageOf(error, m.error_unexpected()))
      }
    },
    [send, show],
  )
  const ignored = (reply: BulkResult, ids: string[]) => show(reply, left, () => void takeUp(ids))
  return { takeUp, ignored, result, closeResult: () => setResult(null) }
}
