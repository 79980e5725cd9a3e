import { type Rectangle, smallestSide } from '@ats/contract/floors.ts'

export type Point = { x: number; y: number }

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
/** Four decimals: finer than a pixel, and short in a request. */
const rounded = (value: number) => Math.round(value * 10_000) / 10_000

const tidy = ({ x, y, width, height }: Rectangle): Rectangle => ({
  x: rounded(x),
  y: rounded(y),
  width: rounded(width),
  height: rounded(height),
})

/** The rectangle at another place, within the plan. */
const movedTo = (box: Rectangle, { x, y }: Point): Rectangle =>
  tidy({ ...box, x: clamp(x, 0, 1 - box.width), y: clamp(y, 0, 1 - box.height) })

export const movedBy = (box: Rectangle, by: Point) => movedTo(box, { x: box.x + by.x, y: box.y + by.y })

/** Keeps the upper left corner; the sides stay within the plan. */
export const resizedBy = (box: Rectangle, by: Point): Rectangle =>
  tidy({
    ...box,
    width: clamp(box.width + by.x, smallestSide, 1 - box.x),
    height: clamp(box.height + by.y, smallestSide, 1 - box.y),
  })

/** The rectangle between two corners. */
export function boxBetween(one: Point, other: Point): Rectangle {
  const [left, right] = [one.x, other.x].map((x) => clamp(x, 0, 1)).sort((a, b) => a - b) as [number, number]
  const [upper, lower] = [one.y, other.y].map((y) => clamp(y, 0, 1)).sort((a, b) => a - b) as [number, number]
  const width = Math.max(smallestSide, right - left)
  const height = Math.max(smallestSide, lower - upper)
  return tidy({ x: Math.min(left, 1 - width), y: Math.min(upper, 1 - height), width, height })
}

/** One side of a rectangle, as a number between 0 and 1; the others stay. */
export function withSide(box: Rectangle, side: keyof Rectangle, value: number): Rectangle {
  if (side === 'x' || side === 'y') return movedTo(box, { ...box, [side]: value })
  const by = { x: side === 'width' ? value - box.width : 0, y: side === 'height' ? value - box.height : 0 }
  return resizedBy(box, by)
}

const near = 0.008

/** The nearest of the lines within reach, or the value itself. */
function toLine(value: number, lines: readonly number[]): number {
  const line = lines.reduce(
    (best, one) => (Math.abs(one - value) < Math.abs(best - value) ? one : best),
    Number.POSITIVE_INFINITY,
  )
  return Math.abs(line - value) <= near ? line : value
}

const linesOf = (others: readonly Rectangle[]) => ({
  x: [0, 1, ...others.flatMap(({ x, width }) => [x, x + width])],
  y: [0, 1, ...others.flatMap(({ y, height }) => [y, y + height])],
})

export function snappedPoint({ x, y }: Point, others: readonly Rectangle[]): Point {
  const lines = linesOf(others)
  return { x: toLine(x, lines.x), y: toLine(y, lines.y) }
}

/** Moves the rectangle so that its nearest edge touches an edge of a neighbour. */
export function snappedBox(box: Rectangle, others: readonly Rectangle[]): Rectangle {
  const lines = linesOf(others)
  const shift = (start: number, length: number, all: readonly number[]) => {
    const first = toLine(start, all) - start
    return first === 0 ? toLine(start + length, all) - start - length : first
  }
  return movedBy(box, { x: shift(box.x, box.width, lines.x), y: shift(box.y, box.height, lines.y) })
}

/** A rectangle of ordinary size where no other is in the way, or in the middle. */
export function freeBox(others: readonly Rectangle[]): Rectangle {
  const [width, height, step] = [0.15, 0.15, 0.05]
  const overlaps = (one: Rectangle) => (other: Rectangle) =>
    one.x < other.x + other.width - 1e-6 &&
    other.x < one.x + one.width - 1e-6 &&
    one.y < other.y + other.height - 1e-6 &&
    other.y < one.y + one.height - 1e-6
  for (let y = step; y + height <= 1; y += step)
    for (let x = step; x + width <= 1; x += step) {
      const box = tidy({ x, y, width, height })
      if (!others.some(overlaps(box))) return box
    }
  return tidy({ x: 0.5 - width / 2, y: 0.5 - height / 2, width, height })
}
