import { inventories } from '@ats/contract/inventories/inventories.ts'
import { inventoryReview } from '@ats/contract/inventories/review.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { countingIn, freshRoom, itemsOf, step, sweep } from '#test/inventories.ts'
import { administratorOf, freshTag, stocked } from '#test/stock.ts'

const t = await testApp()
const admin = await administratorOf(t)

const proposals = (id: string, as = admin) => t.call(as, inventoryReview.proposals, { params: { id } })

test('what is proposed is counted by action', async () => {
  const placeId = await freshRoom(t)
  for (let made = 0; made < 3; made += 1) await stocked(t, { placeId })
  const { id } = await countingIn(t, { placeId })
  await step(t, id, 'review')
  expect((await proposals(id)).body).toEqual({ proposals: [] })
  const [first, ...others] = (await itemsOf(t, id)).map(({ _id }) => _id)
  const propose = (items: string[], resolution: object) =>
    t.call(admin, inventoryReview.resolve, { params: { id }, body: { items, resolution } as never })
  await propose(others, { action: 'ignore', reason: 'On loan' })
  await propose([first ?? ''], { action: 'request-state', newState: 'Not-Working', reason: 'Not seen' })
  expect((await proposals(id)).body.proposals).toEqual([
    { action: 'request-state', count: 1 },
    { action: 'ignore', count: 2 },
  ])
})

test('whoever counts blind does not learn what is proposed', async () => {
  const counter = await t.person({ role: 'User', city: 'Indore', name: 'Ravi' })
  const { id, placeId } = await countingIn(t, { blind: true, people: [counter.id] })
  await sweep(t, counter, id, { placeId, reads: [freshTag()] })
  const answer = await proposals(id, counter)
  expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('inventory-blind')])
  expect((await t.call(counter, inventories.get, { params: { id } })).body.unresolved).toBeNull()
})
