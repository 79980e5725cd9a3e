import type { BulkResult } from '@ats/contract/bulk.ts'
import { useCallback } from 'react'
import { useDecide, useUndoDecision } from '#features/state-changes/queries.ts'
import { m } from '#texts'
import { doneText, useBulkResult } from '#ui/bulk/use-bulk-result.tsx'
import { focusHeading } from '#ui/page/heading.tsx'

const accepted = { named: m.queue_accepted_named, one: m.queue_accepted_one, other: m.queue_accepted }
const deniedTexts = { named: m.queue_denied_named, one: m.queue_denied_one, other: m.queue_denied }
const undone = { named: m.queue_undone_named, one: m.queue_undone_one, other: m.queue_undone }

/** Accepts or denies, and offers an undo. */
export function useDeciding(onDone = focusHeading) {
  const send = useDecide()
  const takeBack = useUndoDecision()
  const results = useBulkResult(onDone)
  const { runAndShow, showResult } = results

  const undo = useCallback(
    (ids: string[], name?: string) =>
      runAndShow(() => takeBack(ids), { done: doneText(undone, name), failure: m.queue_undo_failed() }),
    [runAndShow, takeBack],
  )
  const undoOf = useCallback(
    (ids: string[], name?: string) =>
      ({ results }: BulkResult) => {
        const failed = new Set(results.filter(({ ok }) => !ok).map(({ _id }) => _id))
        const done = ids.filter((id) => !failed.has(id))
        void undo(done, name)
      },
    [undo],
  )
  const accept = useCallback(
    (ids: string[], name?: string) =>
      runAndShow(() => send({ ids, decision: 'accept' }), {
        done: doneText(accepted, name),
        failure: m.queue_accept_failed(),
        undo: undoOf(ids, name),
      }),
    [runAndShow, send, undoOf],
  )
  /** The dialog for the note stays open if the request fails, so `denied` handles only responses. */
  const deny = useCallback((ids: string[], note: string) => send({ ids, decision: 'deny', note }), [send])
  const denied = useCallback(
    (ids: string[], reply: BulkResult, name?: string) =>
      showResult(reply, {
        done: doneText(deniedTexts, name),
        failure: m.queue_deny_failed(),
        undo: undoOf(ids, name),
      }),
    [showResult, undoOf],
  )
  return { accept, deny, denied, undo, results }
}

export type Deciding = ReturnType<typeof useDeciding>
