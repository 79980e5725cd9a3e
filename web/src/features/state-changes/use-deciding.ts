import type { BulkResult } from '@ats/contract/bulk.ts'
import { useCallback } from 'react'
import { m } from '#texts'
import { useDecide, useUndoDecision } from './queries.ts'
import { useTelling } from './use-telling.ts'

/** Requests about to be denied: one by its name, or those that are selected. */
export type Denying = { ids: string[]; name?: string; clear?: () => void }

/** Decides, and lets the person take it back at once. */
export function useDeciding() {
  const send = useDecide()
  const takeBack = useUndoDecision()
  const telling = useTelling()
  const { tell } = telling

  const undo = useCallback(
    (ids: string[]) => tell(() => takeBack(ids), m.queue_undone, m.queue_undo_failed()),
    [tell, takeBack],
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
      tell(() => send({ ids, decision: 'accept' }), m.queue_accepted, m.queue_accept_failed(), undoOf(ids)),
    [tell, send, undoOf],
  )
  const deny = useCallback(
    (ids: string[], note: string) =>
      tell(() => send({ ids, decision: 'deny', note }), m.queue_denied, m.queue_deny_failed(), undoOf(ids)),
    [tell, send, undoOf],
  )
  return { accept, deny, undo, telling }
}

export type Deciding = ReturnType<typeof useDeciding>
