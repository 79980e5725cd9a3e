import type { InventoryToCount, RoomToCount } from '@ats/contract/inventories/counting.ts'
import { TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCircleCheck, IconSearch } from '@tabler/icons-react'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { placeById } from '#features/places/places.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import {
  givePlaceScan,
  isSurelyScanned,
  takeOutOfFields,
  useFieldScans,
  usePlaceScans,
} from '#kernel/scanner/scans.ts'
import { counted, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { CameraButton } from '#ui/camera/camera-button.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { toast } from '#ui/toast/toast.ts'
import { CountHeader } from './count-header.tsx'
import classes from './counting.module.css'
import { roomsFound } from './counting-queries.ts'
import { AsOf } from './inventory-choice.tsx'
import type { Known } from './outbox/kept.ts'
import { readByRoom } from './outbox/outbox.ts'
import { onOutboxChange } from './outbox/outbox-changes.ts'
import { roomName, roomsWith } from './room-order.ts'
import { useRecentRooms } from './use-recent-rooms.ts'

const mostShown = 100

type KnownRooms = { rooms: RoomToCount[]; isComplete: boolean }
type Props = {
  userId: string
  inventory: InventoryToCount
  rooms: UseQueryResult<Known<KnownRooms>>
  /** The person looks for what is missing, and has to say where they are. */
  isFinding: boolean
  onChoose: (room: RoomToCount) => void
  onBack: () => void
}

export function RoomChoice({ userId, inventory, rooms, isFinding, onChoose, onBack }: Props) {
  const readHere = useReadHere(userId, inventory._id)
  const [search, setSearch] = useState('')
  const found = useFoundRooms(inventory._id, rooms.data?.value, search)
  const { recent } = useRecentRooms(inventory._id)
  const all = rooms.data?.value.rooms ?? []
  const lately = recent.flatMap((id) => all.find(({ _id }) => _id === id) ?? [])
  const list = { placeNames: inventory.placeNames, readHere, onChoose }
  useScansOutOfSearch()
  useRoomLabels(inventory._id, rooms.data?.value, onChoose)
  return (
    <>
      <CountHeader
        title={inventory.inventoryId}
        above={inventory.placeNames.join(' › ')}
        back={{ label: m.count_all_inventories(), onBack }}
      />
      <div className={classes.content}>
        {isFinding && <p className={classes.quiet}>{m.findit_choose_room()}</p>}
        <TextInput
          size="lg"
          type="search"
          aria-label={m.count_find_room()}
          placeholder={m.count_find_room()}
          leftSection={<IconSearch size={22} aria-hidden="true" />}
          rightSection={<CameraButton size="xl" label={m.count_scan_room()} onCode={takeFromCamera} />}
          rightSectionPointerEvents="all"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {rooms.isPending && <Loading />}
        {rooms.isLoadingError && (
          <LoadFailed
            text={m.count_rooms_failed()}
            detail={messageOf(rooms.error, '') || undefined}
            onRetry={() => void rooms.refetch()}
          />
        )}
        <AsOf at={rooms.data?.at} />
        {search.trim() === '' && lately.length > 0 && (
          <RoomList {...list} title={m.count_recent()} rooms={lately} />
        )}
        {rooms.data !== undefined && <RoomList {...list} title={m.count_rooms()} rooms={found} />}
        {rooms.data !== undefined && found.length === 0 && (
          <p className={classes.quiet}>{m.count_no_room()}</p>
        )}
      </div>
    </>
  )
}

function takeFromCamera(code: string) {
  if (!givePlaceScan(code)) toast.failure(m.count_no_room_yet({ code }))
}

/** The label at the door chooses the room. A room that is not stored on the device is searched by its name. */
function useRoomLabels(inventoryId: string, known: KnownRooms | undefined, onChoose: Props['onChoose']) {
  const client = useQueryClient()
  const roomOf = async (id: string) => {
    const stored = known?.rooms.find(({ _id }) => _id === id)
    if (stored !== undefined || known?.isComplete !== false) return stored
    const place = await client.fetchQuery(placeById(id))
    const found = place && (await client.fetchQuery(roomsFound(inventoryId, place.name)))
    return found?.rooms.find(({ _id }) => _id === id)
  }
  usePlaceScans(async (id) => {
    const room = await roomOf(id).catch(() => undefined)
    if (room === undefined) toast.failure(m.count_room_not_here())
    else onChoose(room)
  })
}

/**
 * A tag is not the name of a room: the search box gets its text back, and a message tells the person to
 * choose a room first.
 */
function useScansOutOfSearch() {
  useFieldScans((reading) => {
    if (!reading.field?.matches('input[type=search]') || !isSurelyScanned(reading)) return false
    takeOutOfFields(reading)
    toast.failure(m.count_no_room_yet({ code: reading.code }))
    return true
  })
}

function useReadHere(userId: string, inventoryId: string): ReadonlyMap<string, number> {
  const [read, setRead] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    const look = () => void readByRoom(userId, inventoryId).then(setRead)
    look()
    return onOutboxChange(look)
  }, [userId, inventoryId])
  return read
}

/** Searches on the device; if not all rooms are stored there, the server searches too. */
function useFoundRooms(inventoryId: string, known: KnownRooms | undefined, search: string) {
  const [asked] = useDebouncedValue(search.trim(), 300)
  const isPart = known?.isComplete === false
  const more = useQuery({ ...roomsFound(inventoryId, asked), enabled: isPart && asked !== '' })
  const found = roomsWith(known?.rooms ?? [], search)
  const ids = new Set(found.map(({ _id }) => _id))
  return [...found, ...(more.data?.rooms ?? []).filter(({ _id }) => !ids.has(_id))]
}

type ListProps = {
  title: string
  rooms: RoomToCount[]
  placeNames: string[]
  /** Tags that this device read, by room; the server may not have them yet. */
  readHere: ReadonlyMap<string, number>
  onChoose: (room: RoomToCount) => void
}

function RoomList({ title, rooms, placeNames, readHere, onChoose }: ListProps) {
  const rest = rooms.length - mostShown
  return (
    <section aria-label={title}>
      <h2 className={classes.listTitle}>{title}</h2>
      <ul className={classes.choices}>
        {rooms.slice(0, mostShown).map((room) => (
          <li key={room._id}>
            <UnstyledButton className={classes.choice ?? ''} onClick={() => onChoose(room)}>
              <span className={classes.choiceText}>
                <b>{roomName(room, placeNames)}</b>
                {room.names.length > 1 && <small>{room.names.slice(0, -1).join(' › ')}</small>}
              </span>
              <RoomState room={room} readHere={readHere.get(room._id) ?? 0} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className={classes.quiet}>{m.count_more_rooms({ count: formatNumber(rest) })}</p>}
    </section>
  )
}

type StateProps = { room: RoomToCount; readHere: number }

function RoomState({ room: { tags, countedAt, left }, readHere }: StateProps) {
  if (countedAt === null && readHere > 0)
    return <span className={classes.state}>{counted(readHere, m.count_tags_one, m.count_tags_other)}</span>
  if (countedAt === null) return <span className={classes.state}>{m.count_room_new()}</span>
  if (left === 0)
    return (
      <span className={classes.state} data-done>
        <IconCircleCheck size={20} aria-hidden="true" />
        {m.count_room_all()}
      </span>
    )
  return (
    <span className={classes.state}>
      {left === null
        ? counted(tags, m.count_tags_one, m.count_tags_other)
        : m.count_room_left({ count: formatNumber(left) })}
    </span>
  )
}
