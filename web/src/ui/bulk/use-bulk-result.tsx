import { useCallback, useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import type { BulkResult } from '#kernel/http/bulk-result.ts'
import { messageText } from '#kernel/http/message-text.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { toast } from '#ui/toast/toast.ts'

const BulkResultDialog = lazyPart(async () => (await import('./bulk-result.tsx')).BulkResultDialog)

export type Words = {
  done: (reply: BulkResult) => string
  failure: string
  /** Reverts the work, if that is possible. */
  undo?: ((reply: BulkResult) => void) | undefined
}

type Counted = (given: { count: string }) => string
type Texts = { named?: (given: { name: string }) => string; one: Counted; other: Counted }

/** A single record by its name, several by their number. */
export const doneText =
  ({ named, one, other }: Texts, name?: string) =>
  ({ done, results }: BulkResult) => {
    const only = name ?? results.find(({ ok }) => ok)?.assetTagId
    return done === 1 && only && named ? named({ name: only }) : counted(done, one, other)
  }

/** Shows the outcome of a bulk action: a toast, and a dialog if more than one record failed. */
export function useBulkResult(onDone?: () => void) {
  const [result, setResult] = useState<BulkResult | null>(null)
  const [busy, setBusy] = useState(false)
  const showResult = useCallback(
    (reply: BulkResult, { done, failure, undo }: Words) => {
      if (reply.done > 0)
        toast.success(done(reply), undo && { text: m.assets_undo(), run: () => undo(reply) })
      const [only] = reply.results
      if (reply.failed === 1 && reply.done === 0 && only) toast.failure(failure, messageText(only))
      else if (reply.failed > 0) setResult(reply)
      onDone?.()
    },
    [onDone],
  )
  /** Returns the result, or undefined if the request itself failed. */
  const runAndShow = useCallback(
    async (work: () => Promise<BulkResult>, words: Words) => {
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
  const failures = result !== null && <BulkResultDialog result={result} onClose={() => setResult(null)} />
  return { runAndShow, showResult, busy, failures }
}
