import { expect, test } from 'vitest'
import { inStateOrder } from './state-order.ts'

test('Working, Not-Working and UP come first, and other states keep their order', () => {
  expect(inStateOrder(['Broken', 'Lost', 'Not-Working', 'UP', 'Working'])).toEqual([
    ...['Working', 'Not-Working', 'UP', 'Broken', 'Lost'],
  ])
})
