import type { Master, MasterKind } from '@ats/contract/masters.ts'
import { Button, Group, Modal, Text } from '@mantine/core'
import { m } from '#texts'
import { usesText } from './cells.tsx'
import { isPlace } from './kinds.ts'
import { useWhyNotMerged } from './rules.ts'

type Props = { kind: MasterKind; row: Master; opened: boolean; onClose: () => void; onMerge: () => void }

/** Why a record cannot be deleted, and the way on for those who may take it. */
export function InUseDialog({ kind, row: { name, uses }, opened, onClose, onMerge }: Props) {
  const reason = useWhyNotMerged(kind)
  const count = usesText(kind, uses)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={m.masters_in_use_title({ name })}
      closeButtonProps={{ 'aria-label': m.common_close() }}
      transitionProps={{ duration: 0 }}
    >
      <Text>{isPlace(kind) ? m.masters_in_use_place({ count }) : m.masters_in_use({ count })}</Text>
      <Text mt="sm" mb="lg">
        {reason === undefined ? m.masters_in_use_merge() : m.masters_in_use_no_merge({ reason })}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          {m.common_close()}
        </Button>
        {reason === undefined && <Button onClick={onMerge}>{m.masters_merge()}</Button>}
      </Group>
    </Modal>
  )
}
