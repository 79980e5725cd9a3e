import { expect, test } from 'vitest'
import { createGlow } from './glow.ts'

function stage() {
  const lit = new Set<string>()
  let writes = 0
  const glow = createGlow((placeId) => {
    writes += 1
    return {
      setAttribute: () => lit.add(placeId),
      removeAttribute: () => lit.delete(placeId),
    } as unknown as Element
  })
  return { glow, lit, writes: () => writes }
}

const at = (ms: number) => new Date(ms).toISOString()
const read = (placeId: string, ms: number) => ({ placeId, reads: 1, tags: 1, lastReadAt: at(ms) })

test('a room lights up as long after the response as it was read before it, and goes out', () => {
  const { glow, lit } = stage()
  glow.take([read('a', 8_000), read('b', 9_500)], 10_000, 0)
  glow.tick(900)
  expect([...lit]).toEqual([])
  glow.tick(1_000)
  expect([...lit]).toEqual(['a'])
  glow.tick(2_500)
  expect([...lit]).toEqual(['a', 'b'])
  glow.tick(3_600)
  expect([...lit]).toEqual(['b'])
})

test('a read that was shown already lights nothing, and a lit room is not written again', () => {
  const { glow, writes } = stage()
  glow.take([read('a', 10_000)], 10_000, 0)
  glow.tick(3_000)
  glow.take([read('a', 10_000)], 13_000, 3_000)
  glow.take([read('a', 12_000)], 13_000, 3_000)
  glow.tick(5_100)
  expect(writes()).toBe(1)
  glow.clear()
  expect(writes()).toBe(2)
})
