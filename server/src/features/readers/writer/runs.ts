import type { ReadPoint, Sighting, Spot } from './spots.ts'

/** Consecutive reads of one tag in one place, without reads of it elsewhere in between. */
export type Run = {
  tag: string
  /** The position among the runs of its tag. */
  turn: number
  spot: Spot
  firstAt: number
  lastAt: number
  reads: number
  rssi: number | null
}

type Counted = Sighting & { spot: { point: ReadPoint } }

const hasPoint = (sighting: Sighting): sighting is Counted => sighting.spot.point !== undefined

function countedOf(sighting: Sighting): Counted | undefined {
  if (!hasPoint(sighting)) return undefined
  const { read, spot } = sighting
  if (read.rssi !== null && spot.point.minRssi !== null && read.rssi < spot.point.minRssi) return undefined
  // A clock that is slightly ahead must not keep later reads from counting.
  return read.at < spot.receivedAt ? sighting : { ...sighting, at: Date.parse(spot.receivedAt) }
}

/** Expects reads sorted by tag. Weak reads, and antennas without a read point, say nothing about the place of a tag. */
export function runsOf(sightings: readonly Sighting[]): Run[] {
  const runs: Run[] = []
  let ofTag: Counted[] = []
  for (const sighting of sightings) {
    const counted = countedOf(sighting)
    if (counted === undefined) continue
    if (ofTag[0] !== undefined && ofTag[0].read.tag !== counted.read.tag) {
      addRuns(runs, ofTag)
      ofTag = []
    }
    ofTag.push(counted)
  }
  addRuns(runs, ofTag)
  return runs
}

const byTime = (a: Counted, b: Counted) => a.at - b.at

function addRuns(runs: Run[], counted: Counted[]) {
  if (counted.length > 1) counted.sort(byTime)
  for (let [start, turn] = [0, 1]; start < counted.length; turn += 1) {
    const place = counted[start]?.spot.point.placeId
    let end = start + 1
    while (counted[end]?.spot.point.placeId === place) end += 1
    runs.push(runOf(counted, start, end, turn))
    start = end
  }
}

/** Only reads within the window before the last one are evidence of a place. */
function runOf(counted: readonly Counted[], start: number, end: number, turn: number): Run {
  const last = counted[end - 1] as Counted
  const run = { tag: last.read.tag, turn, spot: last.spot, firstAt: last.at, lastAt: last.at }
  let { count: reads, rssi } = last.read
  if (end - start === 1) return { ...run, reads, rssi }
  const from = last.at - last.spot.point.windowSeconds * 1000
  let { firstAt } = run
  for (let n = end - 2; n >= start; n -= 1) {
    const { read, at } = counted[n] as Counted
    if (read.rssi !== null && (rssi === null || read.rssi > rssi)) rssi = read.rssi
    if (at <= from) continue
    firstAt = at
    reads += read.count
  }
  return { ...run, firstAt, reads, rssi }
}
