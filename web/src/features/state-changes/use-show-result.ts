import type { BulkResult } from '@ats/contract/bulk.ts'
import { useCallback, useState } from 'react'
import { messageOf } from '#kernel/api-error.ts'
import { formatNumber } from '#kernel/format.ts'
import { messageText } from '#kernel/message-text.ts'
import { m } from '#texts'
import { focusHeading } from '#ui/heading.tsx'
import { toast } from '#ui/toast.tsx'

type Done = (given: { count: string }) => string
type Work = () => Promise<BulkResult>
type UndoOf = (result: BulkResult) => { text: string; run: () => void }

/** How many in passing, and one by one what could not be done. */
type Words = { done: Done; failure: string; undo?: UndoOf }

/** Does something with many requests and says what became of it. */
export function useShowResult() {
  const [result, setResult] = useState<BulkResult | null>(null)
  const [busy, setBusy] = useState(false)
  const showResult = useCallback((reply: BulkResult, { done, failure, undo }: Words) => {
    if (reply.done > 0) toast.success(done({ count: formatNumber(reply.done) }), undo?.(reply))
    const [only] = reply.results
    if (reply.failed === 1 && reply.done === 0 && only) toast.failure(failure, messageText(only))
    else if (reply.failed > 0) setResult(reply)
    focusHeading()
  }, [])
  /** Answers with the result, or with nothing where the call itself failed. */
  const runAndShow = useCallback(
    async (work: Work, words: Words) => {
      setBusy(true)
      try {
        const reply = await work()
        showResult(reply, words)
        return reply
      } catch (error) {
        toast.failure(words.failure, messageOf(error, m.error_unexpected()))
        return undefined
      } finally {
        setBusy(false)
      }
    },
    [showResult],
  )
  return { runAndShow, showResult, busy, result, closeResult: () => setResult(null) }
}
