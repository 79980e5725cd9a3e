import { expect, test } from 'vitest'
import { tagsIn } from './tags-in-text.ts'

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
  expect(tagsIn(text)).toEqual(tags)
})
