import { expect, test } from 'vitest'
import { workingTime } from './clock.ts'
import { inventories } from './inventories.ts'
import type { Stage } from './year.ts'

const weekdays = Array.from({ length: 7 }, (_, n) => new Date(Date.UTC(2026, 10, 16 + n, 12)))

test.each(weekdays)('an inventory is planned, counted, proposed and approved in this order, %s', (today) => {
  // The stage is not used before an act runs.
  const [plan, start, count, propose, approve, ...mumbai] = inventories({} as Stage).map(
    ({ daysAgo, minute }) => workingTime(today, daysAgo, minute).getTime(),
  )
  const chains = [[plan, start, count, propose, approve], mumbai.slice(0, -1)]
  for (const chain of chains) expect(chain.toSorted((a = 0, b = 0) => a - b)).toEqual(chain)
})
