import { isSweep, type Part } from './records.ts'

/** Spreadsheets treat a text that begins with one of these characters as a formula. */
const cell = (text: string) => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`

const time = (moment: number) => new Date(moment).toISOString()

/** Rejected content as a file, for somebody who can use it: reads as CSV, a photo as it is. */
export function fileOf(value: Part): { name: string; file: Blob } {
  const name = `${value.inventory} ${value.place}`.replace(/[^\p{L}\p{N} ._-]/gu, '_')
  if (!isSweep(value)) return { name: `${name} ${value.label}`.trim(), file: value.image }
  const rows = value.reads.map(({ tag, at, lastAt, count, rssi }) =>
    [cell(tag), time(at), time(lastAt), count, rssi ?? ''].join(','),
  )
  const text = ['tag,first,last,count,rssi', ...rows].join('\r\n')
  return { name: `${name}.csv`, file: new Blob([text], { type: 'text/csv' }) }
}
