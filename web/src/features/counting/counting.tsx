import type { InventoryToCount, RoomToCount } from '@ats/contract/inventories/counting.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { useUrlState } from '#kernel/address/url-state.ts'
import { type Counter, keptCounter, useSession } from '#kernel/session/session.ts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { LoadingPage } from '#ui/page/loading-page.tsx'
import { expectedOf, roomsOf, toCount } from './counting-queries.ts'
import { loadFindAsset, loadFindMissing } from './find/load-find.ts'
import { useHandheldLink } from './handheld-link.ts'
import { InventoryChoice } from './inventory-choice.tsx'
import { lateParts } from './late-parts.ts'
import { becomeInstallable, keepTryingForOffline } from './offline.ts'
import { leave } from './outbox/announcements.ts'
import { type Known, noteCounter } from './outbox/kept.ts'
import { onOutboxChange } from './outbox/outbox-changes.ts'
import { keepSending, syncNow } from './outbox/sync.ts'
import { useHandheldReader } from './reader/reader-part.tsx'
import { RoomChoice } from './room-choice.tsx'
import { SweepRoom } from './sweep-room.tsx'
import { drivesToTag } from './tagging/drive-queries.ts'
import { UnsentBar } from './unsent-bar.tsx'

const roomsAgeMs = 30_000

const address = z.object({
  inventory: z.uuid().optional(),
  drive: z.uuid().optional(),
  room: z.uuid().optional(),
  find: z.union([z.literal('missing'), z.stringFormat('asset', /^asset:[0-9a-f-]{36}$/)]).optional(),
})
type Address = { [Part in keyof z.input<typeof address>]?: z.input<typeof address>[Part] | undefined }

const loadTagDrive = async () => (await import('./tagging/tag-drive.tsx')).TagDrive
const TagDrive = lazyPart(loadTagDrive)
const FindAsset = lazyPart(loadFindAsset)
/** These are stored on the device too, so that they open without a network. */
const offlineParts = [...lateParts, loadTagDrive, loadFindAsset, loadFindMissing]

/** The counting app: choose an inventory, then a room, then read one tag after another. */
export function Count() {
  const counter = useSession()?.user ?? keptCounter()
  const [opensOffline, setOpensOffline] = useState(false)
  useHandheldReader()
  useHandheldLink()
  useEffect(() => {
    becomeInstallable()
    return keepTryingForOffline(offlineParts, setOpensOffline)
  }, [])
  return counter && <CountAs key={counter._id} counter={counter} opensOffline={opensOffline} />
}

type Props = { counter: Counter; opensOffline: boolean }

function CountAs({ counter: { _id: userId, name }, opensOffline }: Props) {
  useEffect(() => {
    void noteCounter(userId, name).catch(() => undefined)
    return keepSending()
  }, [userId, name])
  return (
    <>
      <Step userId={userId} />
      <UnsentBar userId={userId} opensOffline={opensOffline} />
    </>
  )
}

type Chosen = { inventory?: string | undefined; room?: string | undefined }

/**
 * Others count at the same time, so the list is refetched when it is shown, after reads were sent, and at an
 * interval.
 */
function useRooms(userId: string, { inventory = '', room }: Chosen, enabled: boolean) {
  const isList = enabled && room === undefined
  const refetchInterval = isList ? roomsAgeMs : false
  const rooms = useQuery({ ...roomsOf(userId, inventory), enabled, refetchInterval })
  const { refetch } = rooms
  useEffect(() => {
    if (!isList) return
    void refetch()
    return onOutboxChange(({ answered }) => void (answered?.inventoryId === inventory && refetch()))
  }, [isList, inventory, refetch])
  return rooms
}

/** When the person leaves an inventory, nobody needs to wait for this device. */
function useLeaving(inventoryId: string | undefined) {
  useEffect(() => {
    if (inventoryId === undefined) return
    return () => {
      leave(inventoryId)
      syncNow()
    }
  }, [inventoryId])
}

function Step({ userId }: { userId: string }) {
  const [chosen, go] = useUrlState(address)
  const list = useQuery(toCount(userId))
  const assetId = chosen.find?.split(':')[1]
  // Until it is known whether the person counts blind, the device shows nothing that it kept.
  const isBlind =
    list.data?.value.inventories.some(({ blind, status }) => blind && status !== 'planned') ?? true
  if (assetId === undefined) return <CountStep userId={userId} list={list} chosen={chosen} go={go} />
  const props = { userId, assetId, isBlind, onBack: () => go({ find: undefined }) }
  return list.isPending ? <LoadingPage /> : <FindAsset {...props} />
}

type StepProps = {
  userId: string
  list: UseQueryResult<Known<{ inventories: InventoryToCount[] }>>
  chosen: Address
  go: (change: Address) => void
}

/** A blind count does not say what is missing. */
const findsMissing = ({ find }: Address, { blind }: InventoryToCount) => find === 'missing' && !blind

function CountStep({ userId, list, chosen, go }: StepProps) {
  const inventory = list.data?.value.inventories.find(({ _id }) => _id === chosen.inventory)
  const rooms = useRooms(userId, chosen, inventory !== undefined)
  const expected = useQuery(expectedOf(userId, inventory)).data
  // A room from the server's search may not be among the rooms stored on the device.
  const [found, setFound] = useState<RoomToCount>()
  const known = rooms.data?.value.rooms ?? []
  const room = [...known, found].find((one) => one?._id === chosen.room)
  useLeaving(inventory?._id)
  const drives = useQuery(drivesToTag(userId)).data?.value ?? []
  const drive = drives.find(({ _id }) => _id === chosen.drive)
  if (drive !== undefined)
    return (
      <TagDrive
        userId={userId}
        drive={drive}
        room={chosen.room}
        onRoom={(id) => go({ room: id })}
        onBack={() => go({ drive: undefined, room: undefined })}
      />
    )
  if (inventory === undefined)
    return (
      <InventoryChoice
        userId={userId}
        list={list}
        drives={drives}
        onChoose={(id) => go({ inventory: id, room: undefined })}
        onDrive={(id, room) => go({ drive: id, room })}
      />
    )
  const isFinding = findsMissing(chosen, inventory)
  if (chosen.room === undefined || room === undefined)
    return (
      <RoomChoice
        userId={userId}
        inventory={inventory}
        rooms={rooms}
        isFinding={isFinding}
        onChoose={(next) => {
          setFound(next)
          go({ room: next._id })
        }}
        onBack={() => go({ inventory: undefined, room: undefined, find: undefined })}
      />
    )
  return (
    <SweepRoom
      key={room._id}
      userId={userId}
      inventory={inventory}
      room={room}
      rooms={known}
      expected={expected}
      isFinding={isFinding}
      onFind={(is) => go({ find: is ? 'missing' : undefined })}
      onRoom={(id) => go({ room: id })}
    />
  )
}
