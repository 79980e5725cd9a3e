import { encode } from 'uqr'

/** A part of a label, in dots. */
export type Shape =
  | { kind: 'text'; x: number; y: number; size: number; text: string }
  | { kind: 'dots'; x: number; y: number; scale: number; path: string }

/** The fields that the server writes: scalable text, a QR code, or a picture of text. */
const fields =
  /\^FO(\d+),(\d+)\^(?:A0N,(\d+),\d+|BQN,2,(\d+)|GFA,\d+,\d+,(\d+),([^^]*))(?:\^FH_\^FD([^^]*))?\^FS/g

/** Bytes in hexadecimal digits are UTF-8. */
const dataOf = (sent: string) =>
  decodeURIComponent(sent.replaceAll('%', '%25').replace(/_(?=[0-9A-F]{2})/g, '%'))

export const shapesOf = (zpl: string): Shape[] =>
  [...zpl.matchAll(fields)].map(([, left, top, size, dot, perRow, picture = '', sent = '']) => {
    const [x, y] = [Number(left), Number(top)]
    if (size !== undefined) return { kind: 'text', x, y, size: Number(size), text: dataOf(sent) }
    if (dot !== undefined)
      // Printers move a code down by ten dots; its data begin with two letters and a comma.
      return { kind: 'dots', x, y: y + 10, scale: Number(dot), path: codePath(dataOf(sent).slice(3)) }
    return { kind: 'dots', x, y, scale: 1, path: picturePath(picture, Number(perRow)) }
  })

const codePath = (text: string) => pathOf(encode(text, { border: 0, ecc: 'M' }).data)

/** `,` fills a row with zeros, and `:` repeats the row before. */
function picturePath(data: string, perRow: number) {
  const rows: boolean[][] = []
  for (let at = 0; at < data.length; ) {
    if (data[at] === ':') {
      rows.push(rows.at(-1) ?? [])
      at += 1
      continue
    }
    const [hex = ''] = /^[0-9A-F]*/.exec(data.slice(at, at + 2 * perRow)) ?? []
    rows.push([...hex].flatMap((digit) => [8, 4, 2, 1].map((bit) => (Number.parseInt(digit, 16) & bit) > 0)))
    at += hex.length + (hex.length < 2 * perRow ? 1 : 0)
  }
  return pathOf(rows)
}

/** Dots next to each other are one rectangle. */
const pathOf = (rows: readonly (readonly boolean[])[]) =>
  rows
    .flatMap((row, y) => {
      const runs: string[] = []
      for (let x = 0; x < row.length; x += 1) {
        if (!row[x]) continue
        const from = x
        while (row[x + 1]) x += 1
        runs.push(`M${from} ${y}h${x - from + 1}v1h-${x - from + 1}z`)
      }
      return runs
    })
    .join('')
