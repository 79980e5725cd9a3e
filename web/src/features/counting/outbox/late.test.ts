import { expect, test } from 'vitest'
import { withLate } from './late.ts'

const room = {
  ...{ userId: 'asha', inventoryId: 'i1', placeId: 'p1' },
  ...{ inventory: 'INV-2026-0001', place: 'Room one' },
}

test('late reads are one entry per person and room', () => {
  const once = withLate([], room, 30)
  const twice = withLate(once, room, 9)
  expect(twice).toEqual([{ ...room, count: 39 }])
  expect(withLate(twice, { ...room, userId: 'vikram' }, 1)).toHaveLength(2)
})
