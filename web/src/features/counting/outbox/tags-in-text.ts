import { normalizeTag } from '@ats/contract/epc.ts'
import type { Read } from './merge-reads.ts'

const columns = {
  tag: /^(epc|epc ?hex|id ?hex|tag|tag ?id|rfid|rfid ?tag|rfid ?tag ?id)$/i,
  rssi: /^(peak ?)?(rssi|signal( strength)?)( ?\(?dbm\)?)?$/i,
  count: /^((read|seen|tag) ?)?count$|^reads$/i,
  time: /^(read |seen )?time( ?stamp)?$|^(first|last) ?seen( ?(time|at))?$|^(read|seen) ?at$|^date ?time$/i,
}
type Cells = string[]

/** A heading decides the separator, so that a decimal comma stays in its cell. */
const separatorOf = (heading: string) => [/\t/, /;/, /,/].find((one) => one.test(heading)) ?? /[,;\t]/

const cellsOf = (line: string, separator: RegExp): Cells =>
  line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))

/** The form in which the server compares tags. */
export const tagOf = (text: string) => normalizeTag(text).toUpperCase()

/** A read of a tag that is not known to have been read before or again. */
export const readNow = (tag: string, now: number): Read => ({ tag, at: now, lastAt: now, count: 1 })

const earliest = Date.UTC(2000, 0, 1)

/** ISO 8601, or seconds or milliseconds since 1970. Other notations do not say which number is the month. */
function timeOf(text: string, now: number): number {
  const at = /^\d{10}(\d{3})?$/.test(text)
    ? Number(text.padEnd(13, '0'))
    : /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)
      ? Date.parse(text)
      : Number.NaN
  return at >= earliest && at <= now ? at : now
}

function signalOf(text: string): { rssi?: number } {
  const rssi = Number(text.replace(',', '.').replace(/ ?dbm$/i, ''))
  return text !== '' && rssi >= -150 && rssi <= 50 ? { rssi } : {}
}

function countOf(text: string): number {
  const count = Number(text)
  return Number.isInteger(count) && count >= 1 ? Math.min(count, 1_000_000) : 1
}

/**
 * The reads in a pasted text or a file: one tag per line, or a column with a heading for tags. Columns for
 * signal, count and time are used if they have a heading.
 */
export function readsIn(text: string, now: number): Read[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const heading = lines[0] ?? ''
  const names = cellsOf(heading, separatorOf(heading))
  const at = (name: keyof typeof columns) => names.findIndex((cell) => columns[name].test(cell))
  const isHeaded = at('tag') !== -1
  const [tag, rssi, count, time] = isHeaded
    ? [at('tag'), at('rssi'), at('count'), at('time')]
    : [0, -1, -1, -1]
  const separator = isHeaded ? separatorOf(heading) : /[,;\t]/
  return lines.slice(isHeaded ? 1 : 0).flatMap((line) => {
    const cells = cellsOf(line, separator)
    const read = tagOf(cells[tag] ?? '')
    if (read === '') return []
    const moment = timeOf(cells[time] ?? '', now)
    return [
      {
        ...{ tag: read, at: moment, lastAt: moment, count: countOf(cells[count] ?? '') },
        ...signalOf(cells[rssi] ?? ''),
      },
    ]
  })
}
