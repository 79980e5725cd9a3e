import type { InventoryToCount, RoomToCount } from '@ats/contract/inventories/counting.ts'
import { Alert, Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { usePlaceScans, useScans } from '#kernel/scanner/scans.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { toast } from '#ui/toast/toast.ts'
import { CountHeader } from './count-header.tsx'
import classes from './counting.module.css'
import { loadFindMissing } from './find/load-find.ts'
import type { Read } from './outbox/merge-reads.ts'
import { readNow, readsIn, tagOf } from './outbox/tags-in-text.ts'
import { OutcomeBand, TallyRow } from './outcome-band.tsx'
import { ReaderPart } from './reader/reader-part.tsx'
import { countedRead, useReaderReads } from './reader/use-reader-reads.ts'
import { nextRoom, roomName } from './room-order.ts'
import { RoomStatus } from './room-status.tsx'
import { SignalSwitches } from './signal-switches.tsx'
import { SweepTools } from './sweep-tools.tsx'
import type { Expected } from './tag-class.ts'
import { useRecentRooms } from './use-recent-rooms.ts'
import { useSweep } from './use-sweep.ts'
import { useWakeLock } from './use-wake-lock.ts'

const FindMissing = lazyPart(loadFindMissing)

type Props = {
  userId: string
  inventory: InventoryToCount
  room: RoomToCount
  rooms: RoomToCount[]
  expected: Expected | undefined
  /** Whether the person looks for what is missing, instead of counting all. */
  isFinding: boolean
  onFind: (isFinding: boolean) => void
  /** Goes to another room, or back to the list. */
  onRoom: (id: string | undefined) => void
}

export function SweepRoom(props: Props) {
  const { userId, inventory, room, rooms, expected, isFinding, onFind, onRoom } = props
  const sweep = useSweep({ userId, inventory, room, rooms, expected })
  const recent = useRecentRooms(inventory._id)
  const noteRoom = useEffectEvent(() => recent.note(room._id))
  useEffect(() => noteRoom(), [])
  useScans(
    (code) => sweep.take([readNow(tagOf(code), Date.now())]),
    () => expected?.byTag.keys() ?? [],
  )
  usePlaceScans((id) => {
    if (id === room._id) toast.success(m.count_room_same())
    else if (rooms.some(({ _id }) => _id === id)) onRoom(id)
    else toast.failure(m.count_room_not_here())
  })
  usePaste(sweep.take)
  useWakeLock()
  const shown = { userId, inventory, room, rooms, expected, sweep }
  return (
    <>
      {isFinding ? (
        <FindMissing {...shown} onBack={() => onFind(false)} />
      ) : (
        <Sweep {...props} sweep={sweep} />
      )}
      {sweep.failure !== null && (
        <Alert color="red" role="alert" radius={0}>
          {m.count_not_kept({ reason: sweep.failure })}
        </Alert>
      )}
    </>
  )
}

type SweepProps = Props & { sweep: ReturnType<typeof useSweep> }

function Sweep({ sweep, inventory, room, rooms, expected, onFind, onRoom }: SweepProps) {
  const next = nextRoom(rooms, room._id)
  const reader = useReaderReads('count', ({ fresh }) => {
    if (fresh.length > 0) sweep.take(fresh.map(countedRead))
  })
  return (
    <>
      <CountHeader
        title={roomName(room, inventory.placeNames)}
        above={[inventory.inventoryId, ...room.names.slice(0, -1)].join(' › ')}
        back={{ label: m.count_all_rooms(), onBack: () => onRoom(undefined) }}
      >
        <SignalSwitches />
      </CountHeader>
      <ReaderPart reads={reader} />
      <OutcomeBand outcome={sweep.last} storing={sweep.storing} />
      <TallyRow tally={sweep.tally} blind={inventory.blind} />
      <RoomStatus sweep={sweep} inventory={inventory} expected={expected} />
      <SweepTools
        room={sweep.counted}
        onReads={sweep.take}
        onFind={inventory.blind ? undefined : () => onFind(true)}
      />
      {next !== undefined && (
        <div className={classes.next}>
          <Button
            fullWidth
            size="lg"
            variant="default"
            rightSection={<IconArrowRight size={20} aria-hidden="true" />}
            onClick={() => onRoom(next._id)}
          >
            {m.count_next({ room: roomName(next, inventory.placeNames) })}
          </Button>
        </div>
      )}
    </>
  )
}

/** Takes text pasted outside of input fields. */
function usePaste(take: (reads: Read[]) => void) {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const isField = event.target instanceof Element && event.target.closest('input, textarea') !== null
    const reads = isField ? [] : readsIn(event.clipboardData?.getData('text') ?? '', Date.now())
    if (reads.length > 0) take(reads)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
}
