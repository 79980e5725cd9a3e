import type { BulkResult } from '@ats/contract/bulk.ts'
import { useCallback } from 'react'
import { m } from '#texts'
import { useDecide, useUndoDecision } from './queries.ts'
import { useShowResult } from './use-show-result.ts'

/** Requests about to be denied: one by its name, or those that are selected. */
export type Denying = { ids: string[]; name?: string; clear?: () => void }

const accepted = { named: m.queue_accepted_named, one: m.queue_accepted_one, other: m.queue_accepted }
const deniedTexts = { named: m.queue_denied_named, one: m.queue_denied_one, other: m.queue_denied }
const undone = { named: m.queue_undone_named, one: m.queue_undone_one, other: m.queue_undone }

/** Decides, and lets the person take it back at once. */
export function useDeciding(onDone?: () => void) {
  const send = useDecide()
  const takeBack = useUndoDecision()
  const results = useShowResult(onDone)
  const { runAndShow, showResult } = results

  const undo = useCallback(
    (ids: string[], name?: string) =>
      runAndShow(() => takeBack(ids), { done: undone, failure: m.queue_undo_failed(), name }),
    [runAndShow, takeBack],
  )
  const undoOf = useCallback(
    (ids: string[], name?: string) =>
      ({ results }: BulkResult) => {
        const failed = new Set(results.filter(({ ok }) => !ok).map(({ _id }) => _id))
        const done = ids.filter((id) => !failed.has(id))
        return { text: m.assets_undo(), run: () => void undo(done, name) }
      },
    [undo],
  )
  const accept = useCallback(
    (ids: string[], name?: string) =>
      runAndShow(() => send({ ids, decision: 'accept' }), {
        done: accepted,
        failure: m.queue_accept_failed(),
        undo: undoOf(ids, name),
        name,
      }),
    [runAndShow, send, undoOf],
  )
  /** The dialog that asks for the note stays open where the call fails, so `denied` speaks only of an answer. */
  const deny = useCallback((ids: string[], note: string) => send({ ids, decision: 'deny', note }), [send])
  const denied = useCallback(
    (ids: string[], reply: BulkResult, name?: string) =>
      showResult(reply, {
        done: deniedTexts,
        failure: m.queue_deny_failed(),
        undo: undoOf(ids, name),
        name,
      }),
    [showResult, undoOf],
  )
  return { accept, deny, denied, undo, results }
}

export type Deciding = ReturnType<typeof useDeciding>
