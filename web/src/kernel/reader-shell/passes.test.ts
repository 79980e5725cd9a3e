import { expect, test } from 'vitest'
import { readOf, readsByPass } from './passes.ts'

const read = (epc: string) => ({ epc, at: 0 })

test('a tag counts once in a pass, and again in the next one', () => {
  const pass = readsByPass()
  expect(['E2', 'E3', 'E2'].map((epc) => pass.isNew(read(epc), 0))).toEqual([true, true, false])
  expect(pass.isNew(read('E4'), 100)).toBe(true)
  pass.end()
  expect(pass.isNew(read('E2'), 200)).toBe(true)
})

test('without a trigger a tag counts again after it was gone', () => {
  const pass = readsByPass()
  const times = [0, 9_000, 18_000, 28_001]
  expect(times.map((at) => pass.isNew(read('E2'), at))).toEqual([true, false, false, true])
})

test('a clock that is ahead does not put a read into the future', () => {
  expect(readOf({ type: 'tag', epc: 'E2', at: 500 }, 100)).toEqual({ epc: 'E2', at: 100 })
  expect(readOf({ type: 'tag', epc: 'E2', rssi: -40 }, 100)).toEqual({ epc: 'E2', at: 100, rssi: -40 })
})
