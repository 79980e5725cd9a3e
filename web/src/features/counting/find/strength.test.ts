import { expect, test } from 'vitest'
import { type Heard, hear, levelAt, nearnessOf, tickOf } from './strength.ts'

const read = (rssi?: number) => ({ epc: 'E2', at: 0, ...(rssi !== undefined && { rssi }) })
const after = (reads: (number | undefined)[], gapMs: number) =>
  reads.reduce<Heard | undefined>((heard, rssi, index) => hear(heard, read(rssi), index * gapMs), undefined)

test('the first read counts fully, between just readable and right at the antenna', () => {
  expect(hear(undefined, read(-55), 0)).toEqual({ level: 50, at: 0, count: 1 })
  expect(hear(undefined, read(-20), 0).level).toBe(100)
  expect(hear(undefined, read(-110), 0).level).toBe(1)
  expect(hear(undefined, { ...read(-80), proximity: 64 }, 0).level).toBe(64)
})

test('a jump is smoothed, and a lasting change is followed within a second', () => {
  const jump = after([-65, -65, -65, -35], 50)?.level ?? 0
  expect(jump).toBeGreaterThan(25)
  expect(jump).toBeLessThan(45)
  expect(after([-65, ...Array.from({ length: 20 }, () => -35)], 50)?.level).toBeGreaterThan(90)
  expect(after([-35, ...Array.from({ length: 20 }, () => -65)], 50)?.level).toBeLessThan(35)
})

test('noise around a level stays near it', () => {
  const noisy = Array.from({ length: 60 }, (_, at) => -55 + (at % 2 === 0 ? 7 : -7))
  const level = after(noisy, 40)?.level ?? 0
  expect(Math.abs(level - 50)).toBeLessThan(8)
})

test('a silent tag keeps its level for a moment, then fades to nothing', () => {
  const heard = { level: 80, at: 1000, count: 3 }
  expect(levelAt(heard, 1500)).toBe(80)
  expect(levelAt(heard, 2100)).toBe(40)
  expect(levelAt(heard, 5000)).toBe(0)
  expect(hear({ ...heard, at: -9000 }, read(-65), 0).level).toBe(25)
})

test('without a strength only the presence is known', () => {
  const heard = after([undefined, undefined], 100)
  expect(heard).toEqual({ level: null, at: 100, count: 2 })
  expect(heard && levelAt(heard, 900)).toBeNull()
  expect(heard && levelAt(heard, 3000)).toBe(0)
})

test('the nearer, the faster and higher it ticks', () => {
  expect([0, 1, 39, 40, 79, 80, 100].map(nearnessOf)).toEqual([
    ...['silent', 'far', 'far', 'near', 'near', 'here', 'here'],
  ])
  expect(tickOf(0)).toEqual({ pitch: 330, everyMs: 900 })
  expect(tickOf(100)).toEqual({ pitch: 1320, everyMs: 100 })
})
