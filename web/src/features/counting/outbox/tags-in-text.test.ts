import { expect, test } from 'vitest'
import { readsIn } from './tags-in-text.ts'

const now = Date.UTC(2026, 4, 5, 12)
const at = Date.UTC(2026, 4, 5, 10, 30)

test.each([
  ['one a line, whatever ends it', 'E2801160\r\nE2801161\nE2801162', ['E2801160', 'E2801161', 'E2801162']],
  ['as the server compares them', ' e280 1160 \n', ['E2801160']],
  ['without empty lines', '\n\nE2801160\n\n', ['E2801160']],
  ['the first column of a file without a head', 'E2801160,-51,3\nE2801161;-40;1', ['E2801160', 'E2801161']],
  [
    'the column that is headed so',
    'time,EPC,rssi\n1,E2801160,-51\n2,"E2801161",-40',
    ['E2801160', 'E2801161'],
  ],
  ['a file that begins with a mark', '\uFEFFtag\nE2801160', ['E2801160']],
  ['nothing', '', []],
])('tags of a text: %s', (_name, text, tags) => {
  expect(readsIn(text, now).map(({ tag }) => tag)).toEqual(tags)
})

test.each([
  [
    'signal, count and time',
    'EPC,RSSI,Count,Time\nE2,-51.5,3,2026-05-05T10:30:00Z',
    { rssi: -51.5, count: 3, at },
  ],
  ['a decimal comma', 'Tag;Peak RSSI (dBm);Reads\nE2;-51,5;12', { rssi: -51.5, count: 12, at: now }],
  ['other headings', `Last Seen Time\tTag ID\tRead Count\n${at}\tE2\t2`, { count: 2, at }],
  ['seconds since 1970', `tag,timestamp\nE2,${at / 1000}`, { count: 1, at }],
  ['wrong values', 'tag,rssi,count,time\nE2,strong,0,05/04/2026 10:30', { count: 1, at: now }],
  ['a time in the future', 'tag,time\nE2,2031-01-01T00:00:00Z', { count: 1, at: now }],
])('columns of a file: %s', (_name, text, { at: time, ...read }) => {
  expect(readsIn(text, now)).toEqual([{ tag: 'E2', ...read, at: time, lastAt: time }])
})
