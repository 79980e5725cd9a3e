import type { BulkJob } from '@ats/contract/bulk-jobs.ts'
import type { Master, MasterKind } from '@ats/contract/masters.ts'
import { useState } from 'react'
import { useReturnFocus } from '#ui/dialog/return-focus.ts'
import { InUseDialog } from './in-use-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'

type Props = {
  kind: MasterKind
  row: Pick<Master, 'id' | 'name' | 'uses'>
  reason?: string | undefined
  onClose: () => void
  /** The merge continues as a job. */
  onJob: (job: BulkJob) => void
}

/** Why the record cannot be deleted, then a dialog to merge it into another. */
export function InUseSteps({ kind, row, reason, onClose, onJob }: Props) {
  useReturnFocus()
  const [merging, setMerging] = useState(false)
  if (merging) return <MergeDialog kind={kind} row={row} onClose={onClose} onJob={onJob} />
  return (
    <InUseDialog kind={kind} row={row} reason={reason} onClose={onClose} onMerge={() => setMerging(true)} />
  )
}
