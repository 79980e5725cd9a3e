import type { BulkResult } from '@ats/contract/bulk.ts'
import type { SeenElsewhere } from '@ats/contract/sightings.ts'
import { useCallback } from 'react'
import { pathText } from '#features/readers/reader-texts.tsx'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { doneText, useBulkResult } from '#ui/bulk/use-bulk-result.tsx'
import { useIgnoreSightings, useMoveHere } from './sighting-queries.ts'

const leftText = doneText({ one: m.elsewhere_left_one, other: m.elsewhere_left })
const takenUpText = doneText({ one: m.elsewhere_taken_up_one, other: m.elsewhere_taken_up })

/** 'Office Chair A0000042 is now registered in Store', or the number of assets. */
const movedText =
  (moved: SeenElsewhere[]) =>
  ({ done }: BulkResult) => {
    const [only] = moved
    return done === 1 && moved.length === 1 && only !== undefined
      ? m.elsewhere_moved_to({
          name: `${only.assetName} ${only.assetTagId}`,
          place: pathText(only.seenPlaceNames ?? []),
        })
      : counted(done, m.elsewhere_moved_one, m.elsewhere_moved)
  }

/** The actions for assets that were seen elsewhere, and their outcome. */
export function useElsewhere() {
  const [move, ignore] = [useMoveHere(), useIgnoreSightings()]
  const { runAndShow, showResult, failures } = useBulkResult()
  const takeUp = useCallback(
    (ids: string[]) =>
      runAndShow(() => ignore({ ids, reason: null }), {
        done: takenUpText,
        failure: m.elsewhere_ignore_failed(),
      }),
    [ignore, runAndShow],
  )
  const moveHere = useCallback(
    (seen: SeenElsewhere[]) =>
      runAndShow(() => move(seen.map(({ _id }) => _id)), {
        done: movedText(seen),
        failure: m.elsewhere_move_failed(),
      }),
    [move, runAndShow],
  )
  const left = (reply: BulkResult, ids: string[]) =>
    showResult(reply, {
      done: leftText,
      failure: m.elsewhere_ignore_failed(),
      undo: () => void takeUp(ids),
    })
  return { moveHere, takeUp, left, failures }
}
