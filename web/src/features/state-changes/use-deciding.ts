import type { BulkResult } from '@ats/contract/bulk.ts'
import { useCallback } from 'react'
import { m } from '#texts'
import { useDecide, useUndoDecision } from './queries.ts'
import { useShowResult } from './use-show-result.ts'

/** Requests about to be denied: one by its name, or those that are selected. */
export type Denying = { ids: string[]; name?: string; clear?: () => void }

/** Decides, and lets the person take it back at once. */
export function useDeciding() {
  const send = useDecide()
  const takeBack = useUndoDecision()
  const results = useShowResult()
  const { runAndShow, showResult } = results

  const undo = useCallback(
    (ids: string[]) =>
      runAndShow(() => takeBack(ids), { done: m.queue_undone, failure: m.queue_undo_failed() }),
    [runAndShow, takeBack],
  )
  const undoOf = useCallback(
    (ids: string[]) =>
      ({ results }: BulkResult) => {
        const failed = new Set(results.filter(({ ok }) => !ok).map(({ _id }) => _id))
        const done = ids.filter((id) => !failed.has(id))
        return { text: m.assets_undo(), run: () => void undo(done) }
      },
    [undo],
  )
  const accept = useCallback(
    (ids: string[]) =>
      runAndShow(() => send({ ids, decision: 'accept' }), {
        done: m.queue_accepted,
        failure: m.queue_accept_failed(),
        undo: undoOf(ids),
      }),
    [runAndShow, send, undoOf],
  )
  /** The dialog that asks for the note stays open where the call fails, so `denied` speaks only of an answer. */
  const deny = useCallback((ids: string[], note: string) => send({ ids, decision: 'deny', note }), [send])
  const denied = useCallback(
    (ids: string[], reply: BulkResult) =>
      showResult(reply, { done: m.queue_denied, failure: m.queue_deny_failed(), undo: undoOf(ids) }),
    [showResult, undoOf],
  )
  return { accept, deny, denied, undo, results }
}

export type Deciding = ReturnType<typeof useDeciding>
