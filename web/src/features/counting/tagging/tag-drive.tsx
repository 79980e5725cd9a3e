import type { ListedDrive, TaggingRoom } from '@ats/contract/tagging/tagging.ts'
import { TextInput, UnstyledButton } from '@mantine/core'
import { IconCircleCheck, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { givePlaceScan, usePlaceScans } from '#kernel/scanner/scans.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { CameraButton } from '#ui/camera/camera-button.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { toast } from '#ui/toast/toast.ts'
import { CountHeader } from '../count-header.tsx'
import classes from '../counting.module.css'
import { AsOf } from '../inventory-choice.tsx'
import { assetsOfDrive, roomsOfDrive } from './drive-queries.ts'
import { RefusedEntries } from './refused-entries.tsx'
import { TagRoom } from './tag-room.tsx'
import { useEntries } from './use-tagging.ts'

const mostShown = 100

type Props = {
  userId: string
  drive: ListedDrive
  room: string | undefined
  onRoom: (id: string | undefined) => void
  onBack: () => void
}

/** A tagging drive on a phone or handheld: choose the room, then tag one asset after another. */
export function TagDrive(props: Props) {
  const { userId, drive, onRoom } = props
  const list = useQuery(roomsOfDrive(userId, drive._id))
  // Fetched before the person goes to a room without a network.
  useQuery(assetsOfDrive(userId, drive._id))
  const rooms = list.data?.value ?? []
  const room = rooms.find(({ _id }) => _id === props.room)
  if (room !== undefined)
    return <TagRoom key={room._id} userId={userId} drive={drive} room={room} rooms={rooms} onRoom={onRoom} />
  return <Rooms {...props} rooms={rooms} list={list} />
}

const nameOf = ({ placeNames }: TaggingRoom, drive: ListedDrive) =>
  placeNames.at(-1) ?? drive.placeNames.at(-1) ?? ''

type RoomsProps = Props & {
  rooms: readonly TaggingRoom[]
  list: { isPending: boolean; isLoadingError: boolean; error: Error | null; refetch: () => unknown } & {
    data?: { at: number | null } | undefined
  }
}

function Rooms({ userId, drive, rooms, list, onRoom, onBack }: RoomsProps) {
  const [search, setSearch] = useState('')
  const refused = useEntries(userId, drive._id).filter((one) => one.refused !== undefined)
  usePlaceScans((id) => {
    if (rooms.some(({ _id }) => _id === id)) onRoom(id)
    else toast.failure(m.tagging_room_not_here())
  })
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = rooms.filter(({ placeNames }) =>
    words.every((word) => placeNames.join(' ').toLowerCase().includes(word)),
  )
  const fromCamera = (code: string) => givePlaceScan(code) || toast.failure(m.count_no_room_yet({ code }))
  return (
    <>
      <CountHeader
        title={drive.name}
        above={drive.placeNames.join(' › ')}
        back={{ label: m.tagging_all_drives(), onBack }}
      />
      <RefusedEntries entries={refused} />
      <div className={classes.content}>
        <TextInput
          size="lg"
          type="search"
          aria-label={m.count_find_room()}
          placeholder={m.count_find_room()}
          leftSection={<IconSearch size={22} aria-hidden="true" />}
          rightSection={<CameraButton size="xl" label={m.count_scan_room()} onCode={fromCamera} />}
          rightSectionPointerEvents="all"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {list.isPending && <Loading />}
        {list.isLoadingError && (
          <LoadFailed
            text={m.count_rooms_failed()}
            detail={messageOf(list.error, '') || undefined}
            onRetry={() => void list.refetch()}
          />
        )}
        <AsOf at={list.data?.at} />
        <ul className={classes.choices} aria-label={m.count_rooms()}>
          {found.slice(0, mostShown).map((room) => (
            <li key={room._id}>
              <RoomItem room={room} drive={drive} onChoose={() => onRoom(room._id)} />
            </li>
          ))}
        </ul>
        {found.length > mostShown && (
          <p className={classes.quiet}>
            {m.count_more_rooms({ count: formatNumber(found.length - mostShown) })}
          </p>
        )}
      </div>
    </>
  )
}

type ItemProps = { room: TaggingRoom; drive: ListedDrive; onChoose: () => void }

function RoomItem({ room, drive, onChoose }: ItemProps) {
  return (
    <UnstyledButton className={classes.choice ?? ''} onClick={onChoose}>
      <span className={classes.choiceText}>
        <b>{nameOf(room, drive)}</b>
        {room.placeNames.length > 1 && <small>{room.placeNames.slice(0, -1).join(' › ')}</small>}
      </span>
      <RoomState room={room} />
    </UnstyledButton>
  )
}

function RoomState({ room: { left, total } }: { room: TaggingRoom }) {
  if (total > 0 && left === 0)
    return (
      <span className={classes.state} data-done>
        <IconCircleCheck size={20} aria-hidden="true" />
        {m.tagging_room_all()}
      </span>
    )
  return <span className={classes.state}>{m.tagging_room_left({ count: formatNumber(left) })}</span>
}
