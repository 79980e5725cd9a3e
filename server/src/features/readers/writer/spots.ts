import type { Id } from '#kernel/db/db.ts'
import type { Read } from './decode.ts'

/** The place that an antenna covers, and the conditions for a read there to count. */
export type ReadPoint = {
  reader: Id
  /** 0 stands for all antennas without their own read point. */
  antenna: number
  placeId: Id
  minRssi: number | null
  minReads: number
  windowSeconds: number
  goneSeconds: number
}

/**
 * One antenna in one message. The common values of its reads are sent once, and each read refers to them by
 * number, from 1.
 */
export type Spot = {
  number: number
  reader: Id
  antenna: number
  receivedAt: string
  point: ReadPoint | undefined
}

/** `at` is the time in milliseconds. */
export type Sighting = { read: Read; at: number; spot: Spot }

const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Sorted by tag, which is the order in which all lanes lock rows, and by time within a tag. */
const inOrder = (a: Sighting, b: Sighting) =>
  compared(a.read.tag, b.read.tag) ||
  a.at - b.at ||
  compared(a.read.reader, b.read.reader) ||
  a.read.antenna - b.read.antenna

const isSame = (a: Sighting, b: Sighting) => inOrder(a, b) === 0

/** Merges two copies of a read: adds their counts and keeps the first arrival. */
const both = ({ read: a, at, spot }: Sighting, { read: b, spot: other }: Sighting): Sighting => ({
  read: {
    ...a,
    count: a.count + b.count,
    rssi: a.rssi === null || (b.rssi !== null && b.rssi > a.rssi) ? b.rssi : a.rssi,
  },
  ...{ at, spot: other.receivedAt < spot.receivedAt ? other : spot },
})

const isFrom = (spot: Spot, { reader, antenna, receivedAt }: Read) =>
  spot.antenna === antenna && spot.receivedAt === receivedAt && spot.reader === reader

/** Sorted; a read that occurs twice in a batch is merged. */
export function sightingsOf(reads: readonly Read[], points: readonly ReadPoint[]) {
  const spots: Spot[] = []
  const pointOf = pointsBy(points)
  let spot: Spot | undefined
  const all = reads.map((read): Sighting => {
    if (spot === undefined || !isFrom(spot, read)) {
      const { reader, antenna, receivedAt } = read
      spot = spots.findLast((one) => isFrom(one, read))
      if (spot === undefined) {
        spot = { number: spots.length + 1, reader, antenna, receivedAt, point: pointOf(reader, antenna) }
        spots.push(spot)
      }
    }
    return { read, at: Date.parse(read.at), spot }
  })
  const sightings: Sighting[] = []
  for (const one of all.sort(inOrder)) {
    const last = sightings[sightings.length - 1]
    if (last !== undefined && isSame(last, one)) sightings[sightings.length - 1] = both(last, one)
    else sightings.push(one)
  }
  return { sightings, spots }
}

/** The read point of an antenna, or of all antennas of its reader. */
function pointsBy(points: readonly ReadPoint[]) {
  const keyOf = (reader: Id, antenna: number) => `${reader} ${antenna}`
  const known = new Map(points.map((point) => [keyOf(point.reader, point.antenna), point]))
  return (reader: Id, antenna: number) => known.get(keyOf(reader, antenna)) ?? known.get(keyOf(reader, 0))
}
