import type { Rectangle } from '@ats/contract/floors.ts'

export type Size = { width: number; height: number }
export type Direction = 'up' | 'down' | 'left' | 'right'
type Boxed = { box: Rectangle }

/** A rectangle of the plan in pixels. */
export const scaled = ({ x, y, width, height }: Rectangle, size: Size): Rectangle => ({
  x: x * size.width,
  y: y * size.height,
  width: width * size.width,
  height: height * size.height,
})

export const centreOf = ({ x, y, width, height }: Rectangle) => ({ x: x + width / 2, y: y + height / 2 })

/** The rectangle as a span along the direction and one across it; 'ahead' grows in the direction. */
function spansOf({ x, y, width, height }: Rectangle, direction: Direction) {
  const isAcross = direction === 'left' || direction === 'right'
  const [start, length] = isAcross ? [x, width] : [y, height]
  const [from, breadth] = isAcross ? [y, height] : [x, width]
  const sign = direction === 'left' || direction === 'up' ? -1 : 1
  return { ahead: sign * (start + length / 2), from, to: from + breadth, middle: from + breadth / 2 }
}

/** A room beside the way counts as this many times farther than one on the way. */
const besideFactor = 3

/** The nearest room in a direction; rooms straight ahead come before those beside the way. */
export function nextRoom<Room extends Boxed>(
  rooms: readonly Room[],
  current: Rectangle,
  direction: Direction,
): Room | undefined {
  const own = spansOf(current, direction)
  let [nearest, least]: [Room | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (const room of rooms) {
    const other = spansOf(room.box, direction)
    const ahead = other.ahead - own.ahead
    if (ahead <= 1e-6) continue
    const gap = Math.max(0, other.from - own.to, own.from - other.to)
    const aside = Math.abs(other.middle - own.middle)
    const distance = ahead + besideFactor * gap + (gap > 0 ? aside : aside / 4)
    if (distance < least) [nearest, least] = [room, distance]
  }
  return nearest
}

/** Rows from top to bottom, each from left to right: the order for Tab, Home, End and the table. */
export const inReadingOrder = <Room extends Boxed>(rooms: readonly Room[]): Room[] =>
  rooms.toSorted(({ box: a }, { box: b }) => {
    const isSameRow = Math.abs(a.y - b.y) < Math.min(a.height, b.height) / 2
    return isSameRow ? a.x - b.x : a.y - b.y
  })

const padding = 4
/** The name is larger where there is plenty of room. */
const nameSizeIn = ({ width, height }: Size) => (width >= 150 && height >= 80 ? 14 : 11)
/** The average width of a letter as a share of the font size. */
const letter = { latin: 0.56, other: 0.74 }

const widthOf = (text: string, fontSize: number) =>
  [...text].reduce((sum, char) => sum + (char < 'ɐ' ? letter.latin : letter.other), 0) * fontSize

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The text, cut with an ellipsis to fit a width; empty if fewer than three letters would be left. */
export function cutText(text: string, width: number, fontSize: number): string {
  if (widthOf(text, fontSize) <= width) return text
  const parts = Array.from(segments.segment(text), ({ segment }) => segment)
  let length = parts.length - 1
  while (length > 0 && widthOf(`${parts.slice(0, length).join('')}…`, fontSize) > width) length -= 1
  return length < 3 ? '' : `${parts.slice(0, length).join('').trimEnd()}…`
}

export type Label = { figure: string; figureSize: number; name: string; nameSize: number }

const figureSizes = [30, 22, 18, 15, 13, 11]

/** What fits into a room: the figure as large as possible, and the name below it, cut or left out. */
export function labelFor({ width, height }: Size, figure: string, name: string): Label {
  const inner = width - 2 * padding
  const nameSize = nameSizeIn({ width, height })
  const shortName = height >= 2 * nameSize + 8 ? cutText(name, inner, nameSize) : ''
  const room = height - padding - (shortName === '' ? 0 : nameSize + 3)
  const isLarge = nameSize > 11
  const fits = (size: number) => size * 1.15 <= room && widthOf(figure, size) <= inner
  const figureSize = figureSizes.slice(isLarge ? 0 : 1).find(fits) ?? 0
  const isNameAlone = figure === '' && shortName === '' && height >= nameSize + 4
  return {
    figure: figureSize === 0 ? '' : figure,
    figureSize,
    name: isNameAlone ? cutText(name, inner, nameSize) : shortName,
    nameSize,
  }
}
