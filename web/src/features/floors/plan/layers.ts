import type { RoomFacts } from '@ats/contract/floors.ts'
import { counted, formatNumber } from '#kernel/words/format.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'

export const layers = ['assets', 'now', 'elsewhere', 'count'] as const
export type Layer = (typeof layers)[number]

/** What a colour on the plan means; style sheets and legend refer to it. */
export type Tone =
  | 'none'
  | 'working'
  | 'up'
  | 'broken'
  | 'other'
  | 'seen'
  | 'stranger'
  | 'away'
  | 'waiting'
  | 'part'
  | 'done'

export type Share = { tone: Tone; share: number }
/** `text` is drawn in the room, `words` are read out. */
export type Figure = { text: string; words: string; tone: Tone; shares: Share[] }

const stateTones: Record<string, Tone> = { working: 'working', up: 'up', 'not-working': 'broken' }
export const stateTone = (state: string): Tone => stateTones[state.toLowerCase()] ?? 'other'

const unknown = (): Figure => ({ text: '', words: m.floors_no_figures(), tone: 'none', shares: [] })

function assetsFigure({ assets, states }: RoomFacts): Figure {
  const words = [counted(assets, m.floors_assets_one, m.floors_assets)]
  for (const { state, assets: count } of states) words.push(`${shownName(state)} ${formatNumber(count)}`)
  const [most] = states
  return {
    text: formatNumber(assets),
    words: words.join(', '),
    tone: most === undefined ? 'none' : stateTone(most.state),
    shares: states.map(({ state, assets: count }) => ({
      tone: stateTone(state),
      share: count / Math.max(1, assets),
    })),
  }
}

const nowFigure = ({ present }: RoomFacts): Figure => ({
  text: formatNumber(present),
  words: counted(present, m.floors_present_one, m.floors_present),
  tone: present > 0 ? 'seen' : 'none',
  shares: [],
})

function elsewhereFigure({ strangers, away }: RoomFacts): Figure {
  const parts = [strangers > 0 && `+${formatNumber(strangers)}`, away > 0 && `−${formatNumber(away)}`]
  const words = [
    counted(strangers, m.floors_strangers_one, m.floors_strangers),
    counted(away, m.floors_away_one, m.floors_away),
  ]
  const alone = away > 0 ? 'away' : 'none'
  const text = parts.filter(Boolean).join(' ')
  return {
    text: text || '0',
    words: (text === '' ? words : [text, ...words]).join(', '),
    tone: strangers > 0 ? 'stranger' : alone,
    shares: [],
  }
}

function countFigure({ count }: RoomFacts): Figure {
  if (count === null) return unknown()
  const { expected, found, unexpected } = count
  const text = `${formatNumber(found)}/${formatNumber(expected)}`
  const words: string[] = [
    text,
    m.inventory_found_of({ found: formatNumber(found), total: formatNumber(expected) }),
  ]
  if (unexpected > 0) words.push(counted(unexpected, m.floors_unexpected_one, m.floors_unexpected))
  const begun = found > 0 || unexpected > 0 ? 'part' : 'waiting'
  const tone = found >= expected && (expected > 0 || unexpected > 0) ? 'done' : begun
  return {
    text,
    words: words.join(', '),
    tone: expected === 0 && unexpected === 0 ? 'none' : tone,
    shares: expected === 0 ? [] : [{ tone: 'done', share: Math.min(1, found / expected) }],
  }
}

const figures: Record<Layer, (facts: RoomFacts) => Figure> = {
  assets: assetsFigure,
  now: nowFigure,
  elsewhere: elsewhereFigure,
  count: countFigure,
}

/** The figure of a room in a layer. A room that the person counts blind has none. */
export const figureOf = (layer: Layer, facts: RoomFacts | undefined): Figure =>
  facts === undefined ? unknown() : figures[layer](facts)

export const layerNames: Record<Layer, () => string> = {
  assets: m.floors_layer_assets,
  now: m.floors_layer_now,
  elsewhere: m.floors_layer_elsewhere,
  count: m.floors_layer_count,
}

export type LegendEntry = { tone: Tone; text: () => string }

/** The meaning of the colours; of the assets layer only states that occur on the floor. */
export function legendOf(layer: Layer, facts: readonly RoomFacts[]): LegendEntry[] {
  if (layer === 'now') return [{ tone: 'seen', text: m.floors_legend_seen }]
  if (layer === 'elsewhere')
    return [
      { tone: 'stranger', text: m.floors_legend_stranger },
      { tone: 'away', text: m.floors_legend_away },
    ]
  if (layer === 'count')
    return [
      { tone: 'waiting', text: m.floors_legend_waiting },
      { tone: 'part', text: m.floors_legend_part },
      { tone: 'done', text: m.floors_legend_done },
    ]
  const states = new Set(facts.flatMap(({ states: held }) => held.map(({ state }) => state)))
  return [...states]
    .map((state) => ({ tone: stateTone(state), text: () => shownName(state) }))
    .toSorted((one, other) => tones.indexOf(one.tone) - tones.indexOf(other.tone))
    .slice(0, mostStates)
}
const tones: Tone[] = ['working', 'up', 'broken', 'other']
const mostStates = 8
