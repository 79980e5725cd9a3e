/** The dots on a millimetre; makers round 203 and 300 dpi like this. */
export const dotsPerMm = { 203: 8, 300: 12, 600: 24 } as const
export type Dpi = keyof typeof dotsPerMm

/** The commands of a field start here; other text of ZPL has `^` and `~` at its beginning. */
const special = /[^ -~]|[\^~_\\]/gu

/** Text for `^FH_^FD`: bytes that ZPL or `^CI28` could take for something else are sent as hexadecimal digits. */
export const fieldData = (text: string) =>
  text.replace(special, (one) =>
    [...Buffer.from(one)].map((byte) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  )

export const field = (x: number, y: number, command: string, text: string) =>
  `^FO${x},${y}${command}^FH_^FD${fieldData(text)}^FS`

/** How many bytes a QR code of each version holds with error correction M. */
const qrBytes = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560]
const largestDot = 10

/** A QR code that fills the square as far as its modules are whole dots. */
export function qrCode({ x, y, size }: { x: number; y: number; size: number }, text: string): string {
  const version = qrBytes.findIndex((most) => Buffer.byteLength(text) <= most) + 1
  if (version === 0) throw new Error('the address is too long for a QR code')
  const modules = 17 + 4 * version
  const dot = Math.max(1, Math.min(largestDot, Math.floor(size / modules)))
  // Printers move the code down by ten dots.
  const top = Math.max(0, y + Math.floor((size - dot * modules) / 2) - 10)
  return field(x + Math.floor((size - dot * modules) / 2), top, `^BQN,2,${dot}`, `MA,${text}`)
}

export type Bitmap = { width: number; height: number; rows: readonly Uint8Array[] }

/** `,` fills a row with zeros and `:` repeats the row before, which is most of a text. */
export function graphic(x: number, y: number, { rows }: Bitmap): string {
  const perRow = rows[0]?.length ?? 0
  const bytes = perRow * rows.length
  let before: string | undefined
  const data = rows.map((row) => {
    const hex = Buffer.from(row)
      .toString('hex')
      .toUpperCase()
      .replace(/(00)+$/, ',')
    const sent = hex === before ? ':' : hex
    before = hex
    return sent
  })
  return `^FO${x},${y}^GFA,${bytes},${bytes},${perRow},${data.join('')}^FS`
}

export const readBackPrefix = 'ATS:'

/**
 * Writes the tag, tries it on one label only, and prints no label again by itself: each could become a second label with
 * one number. The printer then sends what it reads from the chip, behind a header with the tag that was wanted.
 */
export const encoding = (tag: string) =>
  `^RS8,,,1,N^JZN^RFW,H,2,12,1^FD${tag}^FS^RFR,H,2,12,1^FN0^FS^FH_^HV0,24,${readBackPrefix}${tag}:,_0D_0A,L^FS`

export const label = (size: { width: number; height: number }, fields: readonly string[]) =>
  `^XA^CI28^PW${size.width}^LL${size.height}^LH0,0${fields.join('')}^XZ\r\n`
