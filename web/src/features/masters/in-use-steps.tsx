import type { Master, MasterKind } from '@ats/contract/masters.ts'
import { useState } from 'react'
import { useReturnFocus } from '#ui/return-focus.ts'
import { InUseDialog } from './in-use-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'

type Props = { kind: MasterKind; row: Master; onClose: () => void }

/** Why the record stays, then the way to merge it into another. */
export function InUseSteps({ kind, row, onClose }: Props) {
  useReturnFocus()
  const [merging, setMerging] = useState(false)
  if (merging) return <MergeDialog kind={kind} row={row} onClose={onClose} />
  return <InUseDialog kind={kind} row={row} onClose={onClose} onMerge={() => setMerging(true)} />
}
