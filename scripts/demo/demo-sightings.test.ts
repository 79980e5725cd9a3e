import { expect, test } from 'vitest'
import { type DemoGate, demoSightings, tickSeconds } from './demo-sightings.ts'

const tagsOf = (letter: string) => Array.from({ length: 15 }, (_, n) => `${letter}${n}`)
const gates: DemoGate[] = [
  { id: '1', kind: 'portal', tags: tagsOf('A') },
  { id: '2', kind: 'room', tags: tagsOf('B') },
  { id: '3', kind: 'room', tags: tagsOf('C') },
  { id: '4', kind: 'portal', tags: [] },
]

const hour = Array.from({ length: 3600 / tickSeconds }, (_, tick) => tick)
const seenBy = (index: number) =>
  hour.flatMap((tick) =>
    demoSightings(gates, index, { tick, now: Date.UTC(2026, 0, 1) + tick * tickSeconds * 1000 }),
  )
const strangeIn = (index: number, own: string) =>
  new Set(seenBy(index).flatMap(({ tag }) => (tag.startsWith(own) ? [] : tag)))

test('rooms see all that is theirs, and what is carried from one to the other', () => {
  expect(new Set(seenBy(1).map(({ tag }) => tag)).size).toBeGreaterThan(15)
  expect([...strangeIn(1, 'B')].every((tag) => tag.startsWith('C'))).toBe(true)
  expect([...strangeIn(2, 'C')].every((tag) => tag.startsWith('B'))).toBe(true)
})

test('a second door sees goods now and then that nobody registered', () => {
  expect(strangeIn(3, 'B')).toContain('E280117000000207AA40C11B')
})

test('the rate is calm, most reads are strong, and none is in the future', () => {
  const all = [0, 1, 2, 3].flatMap(seenBy)
  expect(all.length / 3600).toBeLessThan(5)
  expect(all.filter(({ rssi }) => rssi < -70).length / all.length).toBeLessThan(0.1)
  const now = Date.UTC(2026, 0, 1)
  for (const { at } of demoSightings(gates, 1, { tick: 3, now })) expect(Date.parse(at)).toBeLessThan(now)
})

test('without tags nothing is seen', () => {
  const empty = gates.map((gate) => ({ ...gate, tags: [] }))
  expect(demoSightings(empty, 1, { tick: 7, now: Date.now() })).toEqual([])
})
