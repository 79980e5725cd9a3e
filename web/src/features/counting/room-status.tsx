import type { InventoryToCount } from '@ats/contract/inventories/counting.ts'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconListDetails } from '@tabler/icons-react'
import { useState } from 'react'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { loadRoom } from './late-parts.ts'
import classes from './room.module.css'
import { type RoomProgress, roomProgress } from './room-progress.ts'
import type { Expected } from './tag-class.ts'
import { undoAndTell } from './undo-and-tell.ts'
import type { useSweep } from './use-sweep.ts'

const RoomDialog = lazyPart(loadRoom)

type Props = {
  sweep: ReturnType<typeof useSweep>
  inventory: InventoryToCount
  expected: Expected | undefined
}

/** How far the room is, what is behind that figure, and the way back from the last read. */
export function RoomStatus({ sweep, inventory, expected }: Props) {
  const [open, setOpen] = useState(false)
  const { counted, seen, last } = sweep
  const known = inventory.blind ? undefined : expected
  const progress = roomProgress(known, counted.placeId, seen)
  const added = last?.added ?? []
  const undo = async () => {
    if (await undoAndTell(counted, added)) sweep.forgetLast()
    else sweep.reload()
  }
  return (
    <div className={classes.status}>
      <Button
        variant="default"
        leftSection={<IconListDetails size={22} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {progressText(progress)}
      </Button>
      {added.length > 0 && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={22} aria-hidden="true" />}
          onClick={() => void undo()}
        >
          {m.count_undo()}
        </Button>
      )}
      {open && (
        <RoomDialog
          {...{ room: counted, progress, seen, expected: known }}
          onUndone={sweep.forgetLast}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

const progressText = (progress: RoomProgress | undefined) =>
  progress === undefined
    ? m.count_room_details()
    : m.count_progress({
        ...{ read: formatNumber(progress.read), total: formatNumber(progress.total) },
        left: formatNumber(progress.left.length),
      })
