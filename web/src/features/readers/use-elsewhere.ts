import type { BulkResult } from '@ats/contract/bulk.ts'
import type { SeenElsewhere } from '@ats/contract/sightings.ts'
import { useCallback, useState } from 'react'
import { messageOf } from '#kernel/api-error.ts'
import { counted } from '#kernel/format.ts'
import { messageText } from '#kernel/message-text.ts'
import { m } from '#texts'
import { toast } from '#ui/toast.ts'
import { pathText } from './reader-texts.tsx'
import { useIgnoreSightings, useMoveHere } from './sighting-queries.ts'

type Texts = { done: (count: number) => string; failure: () => string }

const leftTexts: Texts = {
  done: (count) => counted(count, m.elsewhere_left_one, m.elsewhere_left),
  failure: m.elsewhere_ignore_failed,
}
const takenUp: Texts = {
  done: (count) => counted(count, m.elsewhere_taken_up_one, m.elsewhere_taken_up),
  failure: m.elsewhere_ignore_failed,
}

/** 'Office Chair A0000042 is registered in Store now', or how many. */
const movedText = (moved: SeenElsewhere[], count: number) => {
  const [only] = moved
  return count === 1 && moved.length === 1 && only !== undefined
    ? m.elsewhere_moved_to({
        name: `${only.assetName} ${only.assetTagId}`,
        place: pathText(only.seenPlaceNames ?? []),
      })
    : counted(count, m.elsewhere_moved_one, m.elsewhere_moved)
}

/** What is done with assets that were seen elsewhere, and what became of it. */
export function useElsewhere() {
  const [move, ignore] = [useMoveHere(), useIgnoreSightings()]
  const [result, setResult] = useState<BulkResult | null>(null)
  const show = useCallback((reply: BulkResult, { done, failure }: Texts, undo?: () => void) => {
    const [only] = reply.results.filter(({ ok }) => !ok)
    if (reply.done > 0) toast.success(done(reply.done), undo && { text: m.assets_undo(), run: undo })
    if (reply.failed === 1 && reply.done === 0 && only) toast.failure(failure(), messageText(only))
    else if (reply.failed > 0) setResult(reply)
  }, [])
  const takeUp = useCallback(
    async (ids: string[]) => {
      try {
        show(await ignore({ ids, reason: null }), takenUp)
      } catch (error) {
        toast.failure(takenUp.failure(), messageOf(error, m.error_unexpected()))
      }
    },
    [ignore, show],
  )
  const moveHere = useCallback(
    async (seen: SeenElsewhere[]) => {
      const texts = { done: (count: number) => movedText(seen, count), failure: m.elsewhere_move_failed }
      try {
        show(await move(seen.map(({ _id }) => _id)), texts)
      } catch (error) {
        toast.failure(texts.failure(), messageOf(error, m.error_unexpected()))
      }
    },
    [move, show],
  )
  const left = (reply: BulkResult, ids: string[]) => show(reply, leftTexts, () => void takeUp(ids))
  return { moveHere, takeUp, left, result, closeResult: () => setResult(null) }
}
