import { expect, test } from 'vitest'
import { matchedParts } from './matched-parts.ts'

const marked = (text: string, search: string) =>
  matchedParts(text, search)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('')

test.each([
  ['Visitor Chair', 'visi chair', '[Visi]tor [Chair]'],
  ['Visitor Chair', 'CHAIR VISI', '[Visi]tor [Chair]'],
  ['Visitor Chair', '', 'Visitor Chair'],
  ['Visitor Chair', 'sofa', 'Visitor Chair'],
  ['Chairman Chair', 'chair chairman', '[Chairman] [Chair]'],
  ['50% Lamp_x (new)', '50% _x (new', '[50%] Lamp[_x] [(new])'],
  ['a\\b', '\\', 'a[\\]b'],
  ['E28011606000AA01', 'e2 80 11 60', '[E2801160]6000AA01'],
  ['लकड़ी की कुर्सी', 'कुर', 'लकड़ी की [कुर्]सी'],
  ['कुर्सी', 'क', '[कु]र्सी'],
])('%j searched for %j is marked as %j', (text, search, wanted) => {
  expect(marked(text, search)).toBe(wanted)
})
