import type { BulkResult } from '@ats/contract/bulk.ts'
import { useCallback, useState } from 'react'
import { messageOf } from '#kernel/api-error.ts'
import { counted } from '#kernel/format.ts'
import { messageText } from '#kernel/message-text.ts'
import { m } from '#texts'
import { focusHeading } from '#ui/heading.tsx'
import { toast } from '#ui/toast.ts'

type Counted = (given: { count: string }) => string
type Work = () => Promise<BulkResult>
type UndoOf = (result: BulkResult) => { text: string; run: () => void }

/** One by its name, several by their number, and one by one what could not be done. */
type Words = {
  done: { named: (given: { name: string }) => string; one: Counted; other: Counted }
  failure: string
  undo?: UndoOf
  /** What the request is about, where it is one. */
  name?: string | undefined
}

function doneText({ done, results }: BulkResult, { done: texts, name }: Words) {
  const only = name ?? results.find(({ ok }) => ok)?.assetTagId
  return done === 1 && only ? texts.named({ name: only }) : counted(done, texts.one, texts.other)
}

/** Does something with many requests and shows what became of it; afterwards the focus goes where `onDone` puts it. */
export function useShowResult(onDone: () => void = focusHeading) {
  const [result, setResult] = useState<BulkResult | null>(null)
  const [busy, setBusy] = useState(false)
  const showResult = useCallback(
    (reply: BulkResult, words: Words) => {
      if (reply.done > 0) toast.success(doneText(reply, words), words.undo?.(reply))
      const [only] = reply.results
      if (reply.failed === 1 && reply.done === 0 && only) toast.failure(words.failure, messageText(only))
      else if (reply.failed > 0) setResult(reply)
      onDone()
    },
    [onDone],
  )
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
