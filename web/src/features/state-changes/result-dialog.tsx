import type { BulkResult } from '@ats/contract/bulk.ts'
import { Modal } from '@mantine/core'
import { BulkFailures } from '#features/assets/assets.ts'
import { m } from '#texts'
import { useReturnFocus } from '#ui/return-focus.ts'

type Props = { result: BulkResult; onClose: () => void }

const none: ReadonlyMap<string, string> = new Map()

/** What could not be done, asset by asset. */
export function ResultDialog({ result, onClose }: Props) {
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={m.assets_bulk_result_title()}
      closeButtonProps={{ 'aria-label': m.common_close() }}
      transitionProps={{ duration: 0 }}
    >
      <BulkFailures result={result} names={none} onClose={onClose} />
    </Modal>
  )
}
