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

function line(index: number, rooms: readonly string[][]) {
  const tag = `E2801170${index.toString(16).toUpperCase().padStart(16, '0')}`
  const cells = [
    ...[tag, '', pick(furniture, index, 1), index % 3 === 0 ? `Person ${index % 500}` : ''],
    ...pick(rooms, index, 2),
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
  return `${cells.map(quoted).join(',')}\n`
}

function* lines(rows: number, rooms: readonly string[][]) {
  let chunk = `${header}\n`
  for (let index = 0; index < rows; index += 1) {
    chunk += line(index, rooms)
    if (chunk.length < 65_536) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

export const writeImportFile = (path: string, rows: number, rooms: readonly string[][]) =>
  pipeline(Readable.from(lines(rows, rooms)), createWriteStream(path))
