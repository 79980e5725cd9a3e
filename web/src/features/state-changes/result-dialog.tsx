import type { BulkResult } from '@ats/contract/bulk.ts'
import { BulkFailures } from '#features/assets/assets.ts'
import { m } from '#texts'
import { Dialog } from '#ui/dialog.tsx'

type Props = { result: BulkResult; onClose: () => void }

const none: ReadonlyMap<string, string> = new Map()

/** What could not be done, asset by asset. */
export function ResultDialog({ result, onClose }: Props) {
  return (
    <Dialog onClose={onClose} size="lg" title={m.assets_bulk_result_title()}>
      <BulkFailures result={result} names={none} onClose={onClose} />
    </Dialog>
  )
}
