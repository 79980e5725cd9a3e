import { isPlace, type Master, type MasterKind } from '@ats/contract/masters.ts'
import { Button, Group, Modal, Text } from '@mantine/core'
import { m } from '#texts'
import { usesText } from './cells.tsx'

type Props = { kind: MasterKind; row: Master; opened: boolean; onClose: () => void; onMerge: () => void }

/** Why a record cannot be deleted, and the way on. */
export function InUseDialog({ kind, row: { name, uses }, opened, onClose, onMerge }: Props) {
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
        {m.masters_in_use_merge()}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          {m.common_close()}
        </Button>
        <Button onClick={onMerge}>{m.masters_merge()}</Button>
      </Group>
    </Modal>
  )
}
