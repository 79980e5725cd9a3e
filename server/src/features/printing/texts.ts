import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { type Bitmap, field, graphic } from './zpl.ts'

export type Box = { x: number; y: number; width: number; lineHeight: number; lines: number }

/** The letters that the scalable font of every printer has. */
const latin = /^[ -~\u00a0-\u00ff]*$/

/** Ems of the letters of that font, which is condensed; rather too wide. */
function widthOf(letter: string) {
  if (/[ijl.,:;'|!()[\] ]/.test(letter)) return 0.28
  if (/[mwMW@%&]/.test(letter)) return 0.76
  return /[A-Z]/.test(letter) ? 0.58 : 0.47
}
const widthOfText = (text: string) => [...text].reduce((sum, letter) => sum + widthOf(letter), 0)

function cut(text: string, most: number) {
  if (widthOfText(text) <= most) return text
  let end = text
  while (end !== '' && widthOfText(`${end}...`) > most) end = end.slice(0, -1)
  return `${end.trimEnd()}...`
}

/** The words in lines of at most so many ems; the last line is cut. */
export function linesOf(text: string, ems: number, most: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOfText(longer) > ems && lines.length + 1 < most) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line].map((one) => cut(one, ems))
}

/** The fields of a text in a box, and the dots that it needs from the top. */
export async function textIn(box: Box, given: string): Promise<{ zpl: string; height: number }> {
  const text = given.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (text === '') return { zpl: '', height: 0 }
  if (!latin.test(text)) {
    const bitmap = await bitmapOf(box, text)
    const lines = Math.ceil(bitmap.height / box.lineHeight)
    return { zpl: graphic(box.x, box.y, bitmap), height: lines * box.lineHeight }
  }
  const size = Math.floor(box.lineHeight * 0.85)
  const lines = linesOf(text, box.width / size, box.lines)
  const zpl = lines.map((line, at) => field(box.x, box.y + at * box.lineHeight, `^A0N,${size},${size}`, line))
  return { zpl: zpl.join(''), height: lines.length * box.lineHeight }
}

const mostBitmaps = 500
const bitmaps = new Map<string, Promise<Bitmap>>()

/** Texts that no font of a printer is known to have; labels of one job have many texts in common. */
function bitmapOf(box: Box, text: string): Promise<Bitmap> {
  const key = `${box.width} ${box.lineHeight} ${box.lines} ${text}`
  const known = bitmaps.get(key) ?? drawn(box, text)
  bitmaps.delete(key)
  bitmaps.set(key, known)
  const [oldest] = bitmaps.keys()
  if (bitmaps.size > mostBitmaps && oldest !== undefined) bitmaps.delete(oldest)
  return known
}

const fontfile = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/noto-sans-devanagari/500Medium/NotoSansDevanagari_500Medium.ttf'),
)
const markup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Smaller letters are tried first; what still does not fit is cut off. */
const sizes = [0.72, 0.62, 0.52]

async function drawn({ width, lineHeight, lines }: Box, text: string): Promise<Bitmap> {
  const most = lineHeight * lines
  let image: Awaited<ReturnType<typeof draw>> | undefined
  for (const size of sizes) {
    image = await draw(text, Math.max(6, Math.round(lineHeight * size)), width)
    if (image.info.height <= most && image.info.width <= width) break
  }
  return packed(found(image), width, most)
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('nothing was drawn')
  return value
}

/** At 72 dpi a point is a dot. */
const draw = (text: string, size: number, width: number) =>
  sharp({
    text: {
      ...{ text: markup(text), fontfile, font: `Noto Sans Devanagari Medium ${size}`, width, dpi: 72 },
      ...{ align: 'left', wrap: 'word-char' },
    },
  })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })

function packed(
  { data, info }: Awaited<ReturnType<typeof draw>>,
  mostWidth: number,
  mostHeight: number,
): Bitmap {
  const width = Math.min(info.width, mostWidth)
  const height = Math.min(info.height, mostHeight)
  const rows = Array.from({ length: height }, (_, y) => {
    const row = new Uint8Array(Math.ceil(width / 8))
    for (let x = 0; x < width; x += 1)
      if ((data[y * info.width + x] ?? 0) > 110) row[x >> 3] = (row[x >> 3] ?? 0) | (0x80 >> (x & 7))
    return row
  })
  return { width, height, rows }
}
