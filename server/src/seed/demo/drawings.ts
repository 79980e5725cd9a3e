import sharp from 'sharp'
import { keepPictures, type Pictures } from '#features/assets/assets.ts'
import type { Store } from '#kernel/files/store.ts'

const box = (kind: string, x: number, y: number, width: number, height: number, round = 2) =>
  `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}"/>`
const disc = (kind: string, x: number, y: number, radius: number) =>
  `<circle class="${kind}" cx="${x}" cy="${y}" r="${radius}"/>`
const shape = (kind: string, path: string) => `<path class="${kind}" d="${path}"/>`
const times = (from: number, step: number, count: number, draw: (at: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(from + index * step)).join('')

const legs = (left: number, right: number, top: number, width = 6) =>
  times(left, right - left, 2, (x) => box('steel', x, top, width, 140 - top))
/** Fronts below each other, each with a handle in its middle. */
const drawers = (x: number, y: number, width: number, height: number, count: number) =>
  times(y, height + 3, count, (top) => box('tone', x, top, width, height) + handle(x + width / 2, top + 7))
const handle = (x: number, y: number) => box('steel', x - 9, y, 18, 4)
const books = (y: number) =>
  times(137, 22, 4, (x) => box('light', x, y + 4, 6, 20, 1) + box('tone', x + 7, y, 7, 24, 1))
const castors = (left: number, right: number) => times(left, right - left, 2, (x) => disc('iron', x, 136, 4))

/** Every asset name of the demo, in the middle of a sheet of 360 by 160; the floor is at 140. */
const drawings: Record<string, () => string> = {
  'Office Chair': () =>
    box('tone', 156, 20, 48, 58, 12) +
    box('light', 162, 27, 36, 40, 8) +
    box('steel', 176, 76, 8, 46) +
    box('deep', 146, 82, 68, 14, 7) +
    shape('iron', 'M142 66h6v22h-6zM212 66h6v22h-6zM138 62h14v6h-14zM208 62h14v6h-14z') +
    shape('steel', 'M180 114l36 18v5l-36-12-36 12v-5z') +
    times(148, 32, 3, (x) => disc('iron', x, 136, 5)),
  'Visitor Chair': () =>
    box('tone', 150, 28, 60, 48, 6) +
    box('light', 157, 35, 46, 34, 4) +
    shape('line', 'M150 30v60M210 30v60M150 94l-8 45M210 94l8 45M160 96v43M200 96v43') +
    box('deep', 144, 84, 72, 13, 5),
  'Work Desk': () =>
    box('tone', 108, 62, 144, 10) +
    legs(114, 138, 72) +
    box('deep', 198, 72, 48, 66) +
    drawers(201, 75, 42, 18, 3) +
    box('paper', 132, 57, 34, 5, 1),
  'Standing Desk': () =>
    box('tone', 106, 44, 148, 9) +
    box('iron', 156, 8, 48, 30) +
    box('glass', 159, 11, 42, 24, 1) +
    box('iron', 177, 38, 6, 6) +
    times(128, 92, 2, (x) => box('steel', x, 53, 12, 40) + box('iron', x + 2, 93, 8, 41)) +
    times(114, 92, 2, (x) => box('iron', x, 133, 40, 6)) +
    box('deep', 140, 62, 80, 6),
  'Pedestal Drawer': () =>
    box('deep', 148, 46, 64, 86, 4) +
    drawers(152, 51, 56, 22, 2) +
    drawers(152, 101, 56, 28, 1) +
    castors(156, 204),
  Monitor: () =>
    box('iron', 116, 22, 128, 82, 5) +
    box('glass', 121, 27, 118, 68) +
    shape('tone', 'M121 95V74l30-22 28 18 24-14 36 22v17z') +
    disc('light', 216, 44, 7) +
    box('steel', 172, 104, 16, 26) +
    box('iron', 148, 130, 64, 8, 4),
  'Filing Cabinet': () => box('deep', 144, 18, 72, 121, 4) + drawers(149, 23, 62, 25, 4) + labels(),
  'Desk Phone': () =>
    shape('deep', 'M124 136l12-66h88l12 66z') +
    box('iron', 128, 56, 26, 74, 12) +
    box('steel', 134, 68, 14, 50, 6) +
    box('glass', 166, 76, 52, 20) +
    times(166, 19, 3, (x) => times(101, 11, 3, (y) => box('light', x, y, 14, 8))) +
    shape('line thin', 'M134 130c-16 0-20 10-26 8'),
  'Meeting Table': () =>
    `<ellipse class="tone" cx="180" cy="84" rx="78" ry="20"/><ellipse class="light" cx="180" cy="81" rx="66" ry="13"/>` +
    shape('steel', 'M170 104h20v24h-20z') +
    box('iron', 146, 128, 68, 10, 5) +
    times(118, 94, 2, (x) => box('deep', x, 42, 30, 22, 6)) +
    box('deep', 164, 34, 32, 22, 6) +
    box('paper', 160, 77, 22, 5, 1),
  Bookshelf: () =>
    box('deep', 126, 14, 108, 125, 3) +
    times(20, 39, 3, (y) => box('shade', 131, y, 98, 35, 1)) +
    times(30, 39, 3, books),
  Whiteboard: () =>
    box('steel', 108, 18, 144, 88, 4) +
    box('paper', 113, 23, 134, 78) +
    shape('pen', 'M124 82l22-26 18 14 26-34 20 12') +
    shape('pen thin', 'M124 36h40M124 46h26M204 88h32') +
    box('iron', 140, 106, 80, 6) +
    shape('line', 'M132 112l-8 27M228 112l8 27'),
  'Floor Lamp': () =>
    shape('glow', 'M156 58l-34 81h116l-34-81z') +
    shape('tone', 'M162 16h36l14 42h-64z') +
    shape('light', 'M176 16h10l5 42h-20z') +
    box('steel', 177, 58, 6, 74) +
    box('iron', 156, 131, 48, 8, 4),
  Printer: () =>
    box('paper', 150, 26, 60, 40) +
    box('tone', 122, 58, 116, 54, 8) +
    box('deep', 136, 58, 88, 14) +
    box('glass', 204, 78, 22, 10) +
    box('iron', 140, 94, 80, 12, 3) +
    shape('paper', 'M148 100h64l8 36h-80z') +
    shape('pen thin', 'M156 112h46M155 121h50'),
  'Storage Cupboard': () =>
    box('deep', 128, 16, 104, 120, 3) +
    box('tone', 132, 20, 47, 112) +
    box('tone', 181, 20, 47, 112) +
    times(170, 14, 2, (x) => box('steel', x, 66, 5, 24)) +
    times(138, 48, 2, (x) => times(28, 7, 3, (y) => box('deep', x, y, 34, 2, 1))) +
    legs(132, 222, 134),
  Projector: () =>
    shape('glow', 'M146 92L56 40v104z') +
    box('tone', 132, 68, 116, 50, 8) +
    disc('iron', 158, 93, 20) +
    disc('glass', 158, 93, 14) +
    disc('light', 153, 88, 4) +
    times(196, 10, 4, (x) => box('deep', x, 82, 5, 24)) +
    box('light', 188, 73, 30, 4) +
    legs(146, 226, 116, 8),
  'Air Conditioner': () =>
    box('tone', 106, 34, 148, 52, 9) +
    box('light', 112, 40, 136, 22, 5) +
    box('iron', 118, 70, 124, 9, 4) +
    box('glass', 216, 46, 24, 10) +
    shape(
      'breeze',
      'M134 94c-8 12 8 20 0 34M166 94c-8 12 8 20 0 34M198 94c-8 12 8 20 0 34M228 94c-8 12 8 20 0 34',
    ),
  'Water Dispenser': () =>
    shape('water', 'M158 18h44l4 10v26l-10 10h-32l-10-10V28z') +
    shape('paper', 'M154 36h52v3h-52z') +
    box('tone', 148, 62, 64, 76, 5) +
    box('iron', 156, 72, 48, 28, 3) +
    times(166, 20, 2, (x) => box('light', x, 72, 8, 11)) +
    box('deep', 154, 106, 52, 26, 3),
  Sofa: () =>
    box('tone', 112, 50, 136, 56, 14) +
    box('light', 122, 78, 57, 30, 7) +
    box('light', 181, 78, 57, 30, 7) +
    box('deep', 112, 104, 136, 24, 6) +
    times(98, 140, 2, (x) => box('tone', x, 72, 24, 56, 11)) +
    legs(108, 244, 128),
  UPS: () =>
    box('iron', 142, 32, 76, 106, 6) +
    box('tone', 148, 38, 64, 62, 4) +
    box('glass', 156, 46, 48, 22) +
    shape('bolt', 'M184 72l-14 15h9l-4 11 15-15h-9z') +
    times(
      150,
      22,
      3,
      (x) => box('light', x, 108, 16, 18, 3) + disc('iron', x + 5, 117, 2) + disc('iron', x + 11, 117, 2),
    ),
  Locker: () =>
    box('deep', 118, 16, 124, 122, 3) +
    times(122, 40, 3, (x) =>
      times(
        20,
        58,
        2,
        (y) => box('tone', x, y, 37, 55) + box('steel', x + 29, y + 26, 4, 11) + vents(x + 8, y + 7),
      ),
    ),
  Rack: () =>
    times(118, 116, 2, (x) => box('steel', x, 14, 8, 125)) +
    times(48, 42, 3, (y) => box('iron', 118, y, 124, 6)) +
    times(
      22,
      42,
      3,
      (y) => box('tone', 132, y, 38, 26) + box('light', 146, y, 9, 26) + box('deep', 178, y + 6, 46, 20),
    ),
  Phone: () =>
    box('iron', 146, 16, 58, 92, 8) +
    box('glass', 151, 23, 48, 54) +
    shape('pen', 'M160 50l9 9 20-22') +
    times(154, 16, 3, (x) => box('light', x, 84, 11, 8)) +
    shape('deep', 'M162 108h26l8 31h-26z') +
    shape('waves', 'M218 36c10 14 10 32 0 46M230 26c16 20 16 46 0 66'),
}
const vents = (x: number, y: number) => times(y, 5, 3, (top) => box('deep', x, top, 16, 2, 1))
const labels = () => times(37, 28, 4, (y) => box('paper', 172, y, 16, 6, 1))

/** Main tone, shadow, highlight, wall and floor. */
const palettes = [
  ['#4c6ef5', '#364fc7', '#91a7ff', '#dfe7fb', '#c3d0ee'],
  ['#12a5a0', '#0b7285', '#66d9d1', '#d8f0ef', '#b7dcdb'],
  ['#5f9e3f', '#3f7a2a', '#a9d78f', '#e3f1dc', '#c8dfbc'],
  ['#e8793a', '#b9521b', '#ffc09a', '#fbe9dd', '#ecd0bc'],
  ['#9c5fd0', '#7138a3', '#cfa9ef', '#eee4f8', '#d7c6e8'],
] as const

/** As an SVG; a name that has none is an error of the demo. */
function drawingOf(name: string, index: number): string {
  const [tone, deep, light, wall, floor] = palettes[index % palettes.length] ?? palettes[0]
  const draw = drawings[name]
  if (draw === undefined) throw new Error(`The demo has no drawing of ${name}`)
  const style = `.tone{fill:${tone}}.deep{fill:${deep}}.light{fill:${light}}.shade{fill:${wall}}
    .steel{fill:#8593a8}.iron{fill:#3d4a5e}.glass{fill:#22304a}.paper{fill:#fdfefe}.water{fill:#8fd3f4}.bolt{fill:#ffe066}
    .glow{fill:#fff3bf;opacity:.7}.line,.pen,.breeze,.waves{fill:none;stroke-width:6;stroke-linecap:round;stroke-linejoin:round}
    .line{stroke:#5b6a80}.pen{stroke:${tone}}.breeze{stroke:#74c0fc;stroke-width:4}.waves{stroke:${tone}}.thin{stroke-width:3}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="480" viewBox="0 0 360 160"><style>${style}</style>
    <rect width="360" height="160" fill="${wall}"/><rect y="128" width="360" height="32" fill="${floor}"/>
    <ellipse cx="180" cy="141" rx="82" ry="6" fill="#1c2b46" opacity=".18"/>${draw()}</svg>`
}

/** A photo of a thing, as a file that a person uploads. */
export const photoOf = (name: string, index: number) =>
  sharp(Buffer.from(drawingOf(name, index)))
    .resize(720)
    .jpeg({ quality: 70 })
    .toBuffer()

/** The pictures of a kind of thing, drawn and stored once for each colour. */
export function drawer(store: Store) {
  const drawn = new Map<string, Promise<Pictures | undefined>>()
  return (name: string, index: number): Promise<Pictures | undefined> => {
    const key = `${name} ${index % palettes.length}`
    const known = drawn.get(key) ?? keepPictures(store, Buffer.from(drawingOf(name, index)))
    drawn.set(key, known)
    return known
  }
}
