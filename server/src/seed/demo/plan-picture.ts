import type { PlanShape, Rectangle } from '@ats/contract/floors.ts'
import sharp from 'sharp'

const width = 1800

type Plan = { shapes: readonly PlanShape[]; rooms: readonly { box: Rectangle }[] }

/** A plan as an architect's scan: walls, doors to the corridor, windows and stairs. */
export function planPicture({ shapes, rooms }: Plan, aspect: number): Promise<Buffer> {
  const height = Math.round(width / aspect)
  const scaled = (box: Rectangle) => ({
    ...{ x: box.x * width, y: box.y * height, w: box.width * width, h: box.height * height },
  })
  const walls = rooms.map(({ box }) => roomOf(scaled(box), box.y < 0.5)).join('')
  const [corridor, stairs, lift] = shapes.map(({ box }) => scaled(box))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><style>
    .wall{fill:#fff;stroke:#39424e;stroke-width:7}.door{fill:none;stroke:#8a95a3;stroke-width:3}
    .gap{stroke:#f3f1ea;stroke-width:11}.window{stroke:#7fb2d9;stroke-width:6}.way{fill:#f3f1ea}
    .tread{stroke:#9aa4b0;stroke-width:3}</style>
    <rect width="${width}" height="${height}" fill="#faf9f5"/>
    ${corridor === undefined ? '' : rect('way', corridor)}${walls}
    ${stairs === undefined ? '' : rect('wall', stairs) + treads(stairs)}
    ${lift === undefined ? '' : rect('wall', lift) + cross(lift)}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

type Scaled = { x: number; y: number; w: number; h: number }

const rect = (kind: string, { x, y, w, h }: Scaled) =>
  `<rect class="${kind}" x="${x}" y="${y}" width="${w}" height="${h}"/>`
const line = (kind: string, x1: number, y1: number, x2: number, y2: number) =>
  `<path class="${kind}" d="M${x1} ${y1}L${x2} ${y2}"/>`

/** The door opens to the corridor, and the window is in the outer wall. */
function roomOf(room: Scaled, isUpper: boolean) {
  const { x, y, w, h } = room
  const [inner, outer] = isUpper ? [y + h, y] : [y, y + h]
  const leaf = Math.min(60, w / 3)
  const hinge = x + w / 2 - leaf / 2
  const swing = isUpper ? -leaf : leaf
  const arc = `<path class="door" d="M${hinge} ${inner}v${swing}A${leaf} ${leaf} 0 0 ${isUpper ? 1 : 0} ${hinge + leaf} ${inner}"/>`
  return (
    rect('wall', room) +
    line('gap', hinge, inner, hinge + leaf, inner) +
    arc +
    line('window', x + w * 0.2, outer, x + w * 0.8, outer)
  )
}

const treads = ({ x, y, w, h }: Scaled) =>
  Array.from({ length: 14 }, (_, step) => {
    const top = y + ((step + 1) * h) / 15
    return line('tread', x, top, x + w, top)
  }).join('')

const cross = ({ x, y, w, h }: Scaled) =>
  line('tread', x, y, x + w, y + h) + line('tread', x + w, y, x, y + h)
