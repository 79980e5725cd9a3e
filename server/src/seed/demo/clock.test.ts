import { expect, test } from 'vitest'
import { workingTime } from './clock.ts'
import { inventories } from './inventories.ts'
import type { Stage } from './year.ts'

const weekdays = Array.from({ length: 7 }, (_, n) => new Date(Date.UTC(2026, 10, 16 + n, 12)))

test.each(weekdays)('an inventory is planned, counted, proposed and approved in this order, %s', (today) => {
  // The stage is not used before an act runs.
  const times = inventories({} as Stage).map(({ daysAgo, minute }) =>
    workingTime(today, daysAgo, minute).getTime(),
  )
  // Thirteen are approved after five acts each; the next three acts are about the one in counting.
  const approved = Array.from({ length: 13 }, (_, at) => times.slice(at * 5, at * 5 + 5))
  for (const chain of [...approved, times.slice(65, 68)])
    expect(chain.toSorted((a, b) => a - b)).toEqual(chain)
})
