import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { scatter } from '../server/src/seed/plan.ts'
import { brands, furniture, vendors } from '../server/src/seed/words.ts'

const header =
  'RFID Tag,Asset Tag ID,Asset Name,Assigned User,City,MM,Property,AoU,Room,Asset State,Brand,Model,Serial No,Vendor,Rental Start Date,Rental Period'
export const columns = header.split(',')

/** One row in fifty is wrong, in ten ways: a cell with an invalid value. */
const wrongs: [column: number, cell: string][] = [
  [0, ''],
  [0, 'ärger'],
  [1, 'A99999999'],
  [2, ''],
  [4, 'Atlantis'],
  [8, 'No such room'],
  [9, 'Sleeping'],
  [11, 'x'.repeat(201)],
  [14, '2026-02-30'],
  [15, 'long'],
]

const quoted = (cell: string) => (cell.includes(',') ? `"${cell}"` : cell)
const pick = <T>(from: readonly T[], index: number, salt: number) =>
  from[scatter(index, salt) % from.length] as T

/** A further column: its heading, and the cell of each row; `room` is a path of names. */
export type MoreCells = { heading: string; cell(index: number, room: readonly string[]): string }

type Content = {
  rows: number
  rooms: readonly string[][]
  more?: readonly MoreCells[]
  /** The first number of a tag, so that two files of one database have different tags. */
  start?: number
}

function line(index: number, { rooms, more = [], start = 0 }: Content) {
  const room = pick(rooms, index, 2)
  const tag = `E2801170${(start + index).toString(16).toUpperCase().padStart(16, '0')}`
  const cells = [
    ...[tag, '', pick(furniture, index, 1), index % 3 === 0 ? `Person ${index % 500}` : ''],
    ...room,
    ...[index % 9 === 0 ? 'Not-Working' : 'Working', pick(brands, index, 3), `Series ${index % 900}`],
    ...[
      `SN-${index}`,
      pick(vendors, index, 4),
      index % 10 === 0 ? '2026-04-01' : '',
      index % 10 === 0 ? '24' : '',
    ],
  ]
  if (index % 50 === 49) {
    const [column, cell] = pick(wrongs, Math.floor(index / 50), 5)
    cells[column] = cell
  }
  cells.push(...more.map(({ cell }) => cell(index, room)))
  return `${cells.map(quoted).join(',')}\n`
}

function* lines(content: Content) {
  let chunk = `${[header, ...(content.more ?? []).map(({ heading }) => quoted(heading))].join(',')}\n`
  for (let index = 0; index < content.rows; index += 1) {
    chunk += line(index, content)
    if (chunk.length < 65_536) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

export const writeImportFile = (path: string, content: Content) =>
  pipeline(Readable.from(lines(content)), createWriteStream(path))
