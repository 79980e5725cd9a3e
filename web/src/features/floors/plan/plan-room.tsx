import type { PlanRoom as Drawn, RoomFacts } from '@ats/contract/floors.ts'
import { memo } from 'react'
import { counted, formatNumber } from '#kernel/words/format.ts'
import { useLanguage } from '#kernel/words/language.ts'
import { m } from '#texts'
import { labelFor, type Size, scaled } from './geometry.ts'
import { type Figure, figureOf, type Layer, type Share } from './layers.ts'
import classes from './plan.module.css'

type Props = {
  room: Drawn & { placeId: string; name: string }
  facts: RoomFacts | undefined
  layer: Layer
  size: Size
  isChosen: boolean
  isTabStop: boolean
  isSearching: boolean
}

const barHeight = 4
const corner = 3

/** Drawn again only if its own facts change; what readers see is shown by attributes of the element. */
export const PlanRoom = memo(function PlanRoom(props: Props) {
  const { room, facts, layer, size, isChosen, isTabStop, isSearching } = props
  useLanguage()
  const { x, y, width, height } = scaled(room.box, size)
  const figure = figureOf(layer, facts)
  const bar = figure.shares.length > 0 && height >= 20 ? barHeight : 0
  const matches = isSearching ? (facts?.matches ?? 0) : 0
  const label = labelFor({ width, height: height - bar }, figure.text, room.name)
  const middle = (height - bar) / 2
  const hasBoth = label.figure !== '' && label.name !== ''
  const figureTop = hasBoth ? middle - label.nameSize / 2 : middle
  const nameTop = hasBoth ? middle + label.figureSize / 2 + 4 : middle
  const badge = badgeFor(matches, width)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button element cannot be part of a drawing
    <g
      role="button"
      tabIndex={isTabStop ? 0 : -1}
      aria-label={wordsOf(room.name, figure, isSearching ? matches : undefined)}
      aria-pressed={isChosen}
      className={classes.room}
      transform={`translate(${x} ${y})`}
      data-place={room.placeId}
      data-tone={figure.tone}
      data-match={matches > 0 || undefined}
      data-dim={(isSearching && matches === 0) || undefined}
    >
      <rect className={classes.box} width={width} height={height} rx={corner} />
      {bar > 0 && <Bar shares={figure.shares} width={width} top={height - bar} />}
      {badge !== undefined && <rect className={classes.badge} {...badge.box} rx={corner} />}
      {/* One text with spaces: to a screen reader separate texts would run together. */}
      <text x={width / 2} y={nameTop} fontSize={label.nameSize} className={classes.name}>
        {label.name}{' '}
        {label.figure !== '' && (
          <tspan x={width / 2} y={figureTop} fontSize={label.figureSize} className={classes.figure}>
            {label.figure}
          </tspan>
        )}{' '}
        {badge !== undefined && (
          <tspan x={badge.middle} y={8} fontSize={10} className={classes.badgeText}>
            {badge.text}
          </tspan>
        )}
      </text>
    </g>
  )
})

/** Begins with the visible texts in their order, so that people who speak to the screen can say them. */
function wordsOf(name: string, { text, words }: Figure, matches: number | undefined) {
  if (matches === undefined) return `${name}, ${words}`
  const found = counted(matches, m.floors_matches_one, m.floors_matches)
  return matches > 0 ? `${name}, ${text}, ${found}: ${words}` : `${name}, ${words}, ${found}`
}

function Bar({ shares, width, top }: { shares: Share[]; width: number; top: number }) {
  let left = 0
  return shares.map(({ tone, share }, at) => {
    const start = left
    left += share * width
    return (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no names, and their order is their meaning
        key={at}
        className={classes.share}
        data-tone={tone}
        x={start}
        y={top}
        width={share * width}
        height={barHeight}
      />
    )
  })
}

/** The number of assets that the search found, in the upper right corner. */
function badgeFor(matches: number, width: number) {
  const text = formatNumber(matches)
  const breadth = Math.max(16, 8 + 7 * text.length)
  if (matches === 0 || breadth > width) return undefined
  return { text, middle: width - breadth / 2, box: { x: width - breadth, width: breadth, height: 15 } }
}

type BlankProps = { room: Drawn; size: Size }

/** A room outside the person's places: its outline and nothing else. */
export const BlankRoom = memo(function BlankRoom({ room, size }: BlankProps) {
  return <rect className={classes.blank} {...scaled(room.box, size)} rx={corner} data-blank />
})
