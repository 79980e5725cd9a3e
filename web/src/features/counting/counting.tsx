import type { RoomToCount } from '@ats/contract/inventories/counting.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { type Counter, keptCounter, useSession } from '#kernel/session.ts'
import { useUrlState } from '#kernel/url-state.ts'
import { expectedOf, roomsOf, toCount } from './counting-queries.ts'
import { InventoryChoice } from './inventory-choice.tsx'
import { lateParts } from './late-parts.ts'
import { becomeInstallable, keepForOffline } from './offline.ts'
import { noteCounter } from './outbox/kept.ts'
import { keepSending } from './outbox/sync.ts'
import { RoomChoice } from './room-choice.tsx'
import { SweepRoom } from './sweep-room.tsx'
import { UnsentBar } from './unsent-bar.tsx'

const settledMs = 1_500

const address = z.object({ inventory: z.uuid().optional(), room: z.uuid().optional() })

/** The counting app: an inventory, then a room, then one tag after another. */
export function Count() {
  const counter = useSession()?.user ?? keptCounter()
  const [opensOffline, setOpensOffline] = useState(false)
  useEffect(() => {
    becomeInstallable()
    const keep = () => void keepForOffline(lateParts).then(setOpensOffline, () => undefined)
    const timer = setTimeout(keep, settledMs)
    return () => clearTimeout(timer)
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

function Step({ userId }: { userId: string }) {
  const [chosen, go] = useUrlState(address)
  const list = useQuery(toCount(userId))
  const inventory = list.data?.value.inventories.find(({ _id }) => _id === chosen.inventory)
  const rooms = useQuery({ ...roomsOf(userId, chosen.inventory ?? ''), enabled: inventory !== undefined })
  const expected = useQuery(expectedOf(userId, inventory)).data
  // One that the server found is not among those that the device keeps.
  const [found, setFound] = useState<RoomToCount>()
  const known = rooms.data?.value.rooms ?? []
  const room = [...known, found].find((one) => one?._id === chosen.room)
  if (inventory === undefined)
    return <InventoryChoice list={list} onChoose={(id) => go({ inventory: id, room: undefined })} />
  if (chosen.room === undefined || room === undefined)
    return (
      <RoomChoice
        inventory={inventory}
        rooms={rooms}
        onChoose={(next) => {
          setFound(next)
          go({ room: next._id })
        }}
        onBack={() => go({ inventory: undefined, room: undefined })}
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
      onRoom={(id) => go({ room: id })}
    />
  )
}
