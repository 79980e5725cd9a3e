import type { ReadClass } from '@ats/contract/inventories/counting.ts'
import type { Read } from './merge-reads.ts'

/** The room of a read, with names for the list of unsent reads. */
export type CountedRoom = {
  userId: string
  inventoryId: string
  placeId: string
  inventory: string
  place: string
}

type Refusal = { code: string; message: string }

export type WaitingRead = CountedRoom & Read
export type Sweep = CountedRoom & { sweepId: string; reads: Read[]; frozenAt: number; refused?: Refusal }
export type KeptSighting = CountedRoom & {
  sightingId: string
  at: number
  label: string
  note: string
  image: Blob
  refused?: Refusal
}
/** A unit of unsent reads or a photo; it is sent as a whole. */
export type Part = Sweep | KeptSighting

export type Seen = { tag: string; class: ReadClass; isNew: boolean }
export type SeenRecord = Pick<CountedRoom, 'userId' | 'inventoryId' | 'placeId'> & {
  tag: string
  class: ReadClass
  /** The server has it. */
  sent?: boolean
}

type OfRoom = Pick<CountedRoom, 'userId' | 'inventoryId' | 'placeId'>

export const keyOf = ({ userId, inventoryId, placeId }: OfRoom, tag: string) => [
  userId,
  inventoryId,
  placeId,
  tag,
]

/** The same key as a string, for sets. */
export const textKey = (room: OfRoom, tag: string) => keyOf(room, tag).join(' ')

export const idOf = (part: Part) => ('sweepId' in part ? part.sweepId : part.sightingId)
export const isSweep = (part: Part): part is Sweep => 'reads' in part

/** Whether it is to be sent. A rejected part is not, until the person retries it. */
export const waits = ({ refused }: { refused?: Refusal }) => refused === undefined

export const plain = ({ tag, at, lastAt, count, rssi }: Read): Read => ({
  ...{ tag, at, lastAt, count },
  ...(rssi !== undefined && { rssi }),
})
