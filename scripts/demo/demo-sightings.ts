import type { Sighting } from '../readers/reader-payloads.ts'

/** A reader of the demo and the tags of the assets in front of it. */
export type DemoGate = { id: string; kind: 'portal' | 'room'; tags: readonly string[] }

/** How often every reader sends its reads. */
export const tickSeconds = 4

const walkTicks = 30
const awayTicks = 25
const strangeTicks = 45
const shownAtOnce = 5
const weakEvery = 17
const [near, weak] = [-48, -76]

/** Tags of no asset: goods that arrived and are not registered yet. */
const strangers = ['E280117000000207AA40C11B', 'E280117000000207AA40C12C', 'E280117000000207AA40C13D']

/** At a door a tag counts after two reads a second apart. */
const repeats = { portal: [1400, 700, 0], room: [0] } as const

type Walk = { tag: string; from: number; to: number; since: number }

/** Every two minutes an asset is carried into another room; after a while it is brought back. */
function walkAt(gates: readonly DemoGate[], tick: number): Walk | undefined {
  const rooms = gates.flatMap(({ kind, tags }, index) => (kind === 'room' && tags.length > 0 ? [index] : []))
  const number = Math.floor(tick / walkTicks)
  const since = tick % walkTicks
  if (rooms.length < 2 || since >= awayTicks) return undefined
  const from = rooms[number % rooms.length] ?? 0
  const to = rooms[(number + 1) % rooms.length] ?? 0
  const tags = gates[from]?.tags ?? []
  const tag = tags[(number * 3) % tags.length]
  return tag === undefined ? undefined : { tag, from, to, since }
}

function tagsSeen(gates: readonly DemoGate[], index: number, tick: number): string[] {
  const { kind, tags = [] } = gates[index] ?? { kind: 'room' as const }
  const walk = walkAt(gates, tick)
  if (kind === 'portal') {
    const passes = walk !== undefined && walk.since === 0 ? [walk.tag] : []
    const isNew = index > 0 && tick % strangeTicks === 1
    const strange = isNew ? (strangers[Math.floor(tick / strangeTicks) % strangers.length] ?? []) : []
    const still = tick % 3 === index % 3 ? (tags[Math.floor(tick / 3) % Math.max(1, tags.length)] ?? []) : []
    return [...passes, strange, still].flat()
  }
  const turn = Array.from({ length: Math.min(shownAtOnce, tags.length) }, (_, n) => {
    return tags[(tick * shownAtOnce + n) % tags.length] ?? ''
  })
  const here = turn.filter((tag) => tag !== walk?.tag)
  return walk !== undefined && walk.to === index && walk.since > 1 ? [...here, walk.tag] : here
}

/** The reads of a demo reader in one tick; some reads are too weak to count. */
export function demoSightings(
  gates: readonly DemoGate[],
  index: number,
  { tick, now }: { tick: number; now: number },
): Sighting[] {
  const { kind } = gates[index] ?? { kind: 'room' as const }
  return tagsSeen(gates, index, tick).flatMap((tag, place) =>
    repeats[kind].map((ago, n): Sighting => {
      const count = tick * 7 + place * 3 + n + index
      const rssi = count % weakEvery === 0 ? weak : near - (count % 11)
      const at = new Date(now - ago - place * 90 - index * 13).toISOString()
      return { tag, at, antenna: 1 + (count % 2), rssi }
    }),
  )
}
