import { dashboard } from '@ats/contract/dashboard.ts'
import { masters } from '@ats/contract/masters.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { dashboardChanges } from '#test/dashboard-changes.ts'
import {
  countedCards,
  countedInventories,
  countedPlaces,
  countedRentals,
  countedStates,
  countedWaiting,
  type Watcher,
} from '#test/dashboard-numbers.ts'
import { helpRequestOf } from '#test/help.ts'
import { givePlaces, limitedPeople, limitedRole } from '#test/limited-people.ts'
import { administratorOf, placed, siteIn } from '#test/stock.ts'
import { dice } from '#test/version-model.ts'

const runs = Number(process.env.DASHBOARD_RUNS ?? 400)
const seed = Number(process.env.DASHBOARD_SEED ?? Date.now() % 2 ** 31)
console.log(
  `dashboard: ${runs} changes, seed ${seed}; repeat with DASHBOARD_SEED=${seed} DASHBOARD_RUNS=${runs}`,
)

const t = await testApp()
const admin = await administratorOf(t)
const { indore, pune, people } = await limitedPeople(t)
const mumbai = await siteIn(t, 'Mumbai')

const second = await placed(t, 'property', indore.mm)
const aous = [indore.aou, await placed(t, 'aou', indore.property), await placed(t, 'aou', second)]
const rooms = [indore.room]
for (const aou of aous) rooms.push(await placed(t, 'room', aou), await placed(t, 'room', aou))

const inCity = (location: string, ids: string[]) => ids.map((id) => ({ id, location }))
const places = [
  ...inCity('indore', [indore.city, indore.mm, indore.property, second, ...aous, ...rooms]),
  ...inCity('pune', [pune.property, pune.room, pune.room]),
  ...inCity('mumbai', [mumbai.city, mumbai.mm, mumbai.room]),
]
await t.call(admin, masters.create, { params: { kind: 'asset-state' }, body: { name: 'Lent' } })

const watchers: Record<string, Watcher> = {
  everything: { as: await t.person({ role: 'Admin', name: 'Of Everything' }), given: undefined },
  'a property': { as: people['a property'], given: [indore.property] },
  'two rooms': { as: people['two rooms in two cities'], given: [indore.room, pune.room] },
}
for (const place of [indore.property, indore.room, pune.room, mumbai.room]) {
  const neighbour = await t.person({ role: limitedRole, city: 'Delhi' })
  await givePlaces(t, neighbour, [place])
  await helpRequestOf(t, neighbour)
}
await t.db.insertInto('access_requests').values({ name: 'New', email: 'new@example.com' }).execute()

async function expectTrue(who: string, watcher: Watcher, after: string) {
  const [cards, overview] = [
    await t.call(watcher.as, dashboard.counts),
    await t.call(watcher.as, dashboard.overview),
  ]
  const { states, places: bars, waiting, rentals, inventories } = overview.body
  const { from, ...found } = inventories ?? { from: '' }
  const shown = { cards: cards.body, states, bars, waiting, rentals: rentals?.count, inventories: found }
  const counted = {
    cards: await countedCards(t.db, watcher),
    states: await countedStates(t.db, watcher),
    bars: await countedPlaces(t.db, watcher),
    waiting: await countedWaiting(t.db, watcher),
    rentals: await countedRentals(t.db, watcher, rentals ?? { from: '', to: '' }),
    inventories: await countedInventories(t.db, watcher, from),
  }
  expect(shown, `${who}, ${after}, seed ${seed}`).toEqual(counted)
  return counted
}

test(
  'whatever people do, every number of the dashboard is what the rows say, for people of different scope',
  async () => {
    const states = (await t.db.selectFrom('asset_states').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    )
    const act = await dashboardChanges(t, dice(seed), {
      ...{ places, states, parts: { rooms, aous, properties: [indore.property, second] } },
      people: [admin, ...Object.values(watchers).map(({ as }) => as)],
    })
    const done: Record<string, number> = {}
    for (let change = 1; change <= runs; change += 1) {
      const name = await act()
      done[name] = (done[name] ?? 0) + 1
      if (change % 100 !== 0 && change !== runs) continue
      for (const [who, watcher] of Object.entries(watchers)) {
        const { cards, rentals, inventories } = await expectTrue(who, watcher, `after ${change} changes`)
        if (change === runs)
          console.log(`dashboard: ${who}:`, JSON.stringify({ cards, rentals, inventories }))
      }
    }
    console.log('dashboard:', JSON.stringify(done))
  },
  30_000 + runs * 120,
)
