import {
  type InventoryToCount,
  type ReadAnswer,
  type ReadClass,
  type RoomToCount,
  readClasses,
} from '@ats/contract/inventories/counting.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocalSetting } from '#kernel/device/local-setting.ts'
import { type Signals, signal } from '#kernel/device/signals.ts'
import { m } from '#texts'
import { announce } from './outbox/announcements.ts'
import { memory } from './outbox/memory.ts'
import { seenIn } from './outbox/outbox.ts'
import { onOutboxChange } from './outbox/outbox-changes.ts'
import { readWriter } from './outbox/read-writer.ts'
import type { CountedRoom, Seen } from './outbox/records.ts'
import { syncNow } from './outbox/sync.ts'
import { roomName } from './room-order.ts'
import { classOf, type Expected } from './tag-class.ts'

export type Tally = Record<ReadClass, number>

export type LastRead = Omit<ReadAnswer, 'belongsTo'> & { isNew: boolean; belongsTo: string[] | null }
/** `added`: tags that were new here, which can be undone. */
export type Outcome = { added: string[] } & (
  | { is: 'one'; read: LastRead }
  | { is: 'many'; tally: Tally; total: number }
)

/** How much of a large file this device has stored. */
export type Storing = { stored: number; total: number }

/** From this number on, tags that were read together are shown as a summary. */
const many = 4

function tallyOf(classes: Iterable<ReadClass>): Tally {
  const tally = Object.fromEntries(readClasses.map((is) => [is, 0])) as Tally
  for (const is of classes) tally[is] += 1
  return tally
}

type Place = {
  userId: string
  inventory: InventoryToCount
  room: RoomToCount
  rooms: RoomToCount[]
  expected: Expected | undefined
}

/** Why the device cannot store reads. The messages of browsers are unclear or empty. */
const reasonOf = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
    ? m.count_storage_full()
    : m.count_storage_failed({ name: error instanceof Error ? error.name : '' })

export const useSignals = () => useLocalSetting<Signals>('counting-signals', { sound: true, vibration: true })

/** The reads of one room: stored, classified by the device's own data, and corrected by the server. */
export function useSweep(place: Place) {
  const { userId, inventory, room } = place
  const [seen, setSeen] = useState<ReadonlyMap<string, ReadClass>>(new Map())
  const [last, setLast] = useState<Outcome | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [storing, setStoring] = useState<Storing | null>(null)
  const [signals] = useSignals()
  const [counted] = useState(
    (): CountedRoom => ({
      ...{ userId, inventoryId: inventory._id, placeId: room._id },
      ...{ inventory: inventory.inventoryId, place: roomName(room, inventory.placeNames) },
    }),
  )
  const show = useEffectEvent((noted: Seen[]) => {
    if (memory.size() === 0) setFailure(null)
    setSeen((before) => new Map([...before, ...noted.map((one) => [one.tag, one.class] as const)]))
    setStoring(null)
    setLast(outcomeOf(noted, place))
    const worst = (['unknown', 'elsewhere', 'found', 'counted'] as const).find((is) =>
      noted.some((one) => one.isNew && one.class === is),
    )
    if (worst !== undefined) signal(worst, signals)
  })
  const hear = useEffectEvent((answers: ReadAnswer[]) => {
    void seenIn(counted).then(setSeen, () => undefined)
    if (last?.is !== 'one') return
    const answer = answers.find(({ tag }) => tag === last.read.tag)
    if (answer === undefined) return
    if (answer.class !== last.read.class) signal(answer.class, signals)
    setLast({ ...last, read: { ...last.read, ...answer } })
  })
  const classify = useEffectEvent((tag: string) => classOf(place.expected, room._id, tag))
  const fail = useEffectEvent((error: unknown) => setFailure(reasonOf(error)))
  const [handlers] = useState({ classify, show, fail })
  const [take] = useState(() =>
    readWriter(counted, (tag) => handlers.classify(tag), {
      noted: (noted) => handlers.show(noted),
      failed: (error) => handlers.fail(error),
      progress: (stored, total) => setStoring({ stored, total }),
    }),
  )
  useEffect(() => {
    void seenIn(counted).then(setSeen, () => undefined)
    announce(counted)
    syncNow()
    return onOutboxChange(({ answered }) => {
      if (memory.size() === 0) setFailure(null)
      // The same tag may have another class in another room.
      if (answered?.inventoryId === counted.inventoryId && answered.placeId === counted.placeId)
        hear(answered.answers)
    })
  }, [counted])
  const reload = () => void seenIn(counted).then(setSeen, () => undefined)
  const forgetLast = () => {
    setLast(null)
    reload()
  }
  return { take, counted, last, storing, failure, seen, forgetLast, reload, tally: tallyOf(seen.values()) }
}

function outcomeOf(noted: Seen[], { expected, room, rooms, inventory }: Place): Outcome | null {
  const one = noted.at(-1)
  if (one === undefined) return null
  const added = noted.filter(({ isNew }) => isNew).map(({ tag }) => tag)
  if (noted.length >= many)
    return { is: 'many', added, total: noted.length, tally: tallyOf(noted.map((read) => read.class)) }
  const asset = expected?.byTag.get(one.tag)
  const home = asset === undefined ? undefined : rooms.find(({ _id }) => _id === asset.placeId)
  const isHome = asset?.placeId === room._id
  return {
    is: 'one',
    added,
    read: {
      ...one,
      assetTagId: asset?.assetTagId ?? null,
      assetName: asset?.assetName ?? null,
      belongsTo: home === undefined || isHome ? null : [...inventory.placeNames.slice(-1), ...home.names],
    },
  }
}
