import { isPlace, type Master, type MasterKind } from '@ats/contract/masters.ts'
import { Button, Text } from '@mantine/core'
import { m } from '#texts'
import { Dialog, DialogButtons } from '#ui/dialog/dialog.tsx'
import { usesText } from './cells.tsx'

type Props = {
  kind: MasterKind
  row: Pick<Master, 'name' | 'uses'>
  /** The server's message, if it knows of uses that are not counted. */
  reason?: string | undefined
  onClose: () => void
  onMerge: () => void
}

/** Why a record cannot be deleted, and what to do instead. */
export function InUseDialog({ kind, row: { name, uses }, reason, onClose, onMerge }: Props) {
  const count = usesText(kind, uses)
  return (
    <Dialog onClose={onClose} title={m.masters_in_use_title({ name })}>
      <Text>
        {reason ?? (isPlace(kind) ? m.masters_in_use_place({ count }) : m.masters_in_use({ count }))}
      </Text>
      <Text mt="sm">{m.masters_in_use_merge()}</Text>
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {m.common_close()}
        </Button>
        <Button onClick={onMerge}>{m.masters_merge()}</Button>
      </DialogButtons>
    </Dialog>
  )
}
