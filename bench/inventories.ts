import { setTimeout as delay } from 'node:timers/promises'
import { peakMb } from '../scripts/peak-memory.ts'
import { onDatabase } from '../scripts/postgres/databases.ts'
import type { Postgres } from '../scripts/postgres/postgres.ts'
import { type Caller, signInAsNew } from '../scripts/product-calls.ts'
import { inventoryReads } from './inventory-reads.ts'
import { Clock, startWholeInventory, untilJobEnds, untilStatus } from './inventory-steps.ts'
import type { Bench, Measurement } from './measurement.ts'
import { database, type Product, startProduct } from './product.ts'

const longestMs = 2000
const mostGrowthMb = 20
const readsASweep = 2500

/** The screens that a manager has open during the count. */
const watched = (id: string) => [
  'inventories?size=10&status=open',
  `inventories/${id}`,
  `inventories/${id}/progress?size=25`,
  `inventories/${id}/progress?size=25&open=true`,
]
/** The pages that are open while discrepancies are resolved. */
const reviewed = (id: string) => [
  ...['', '&class=not-found', '&class=misplaced', '&class=unknown', '&open=true', '&weak=true'].map(
    (filter) => `inventories/${id}/items?size=25${filter}`,
  ),
  ...['chair', 'A00001', '257bf4', 'zzz'].map((text) => `inventories/${id}/items?size=25&search=${text}`),
  `inventories/${id}/proposals`,
  'unknown-tags?size=25',
]

/** Requests the pages repeatedly until it is stopped. */
function watch(clock: Clock, caller: Caller, paths: readonly string[]) {
  const state = { isOver: false }
  const asking = (async () => {
    while (!state.isOver)
      for (const path of paths) {
        await clock.call(caller, 'GET', path)
        await delay(50)
      }
  })()
  // Its error is thrown when it is stopped.
  asking.catch(() => undefined)
  return async () => {
    state.isOver = true
    await asking
  }
}

/** A fifth is found, a fiftieth of that in another room, and some tags are unknown; the rest is not found. */
async function countSome(postgres: Postgres, clock: Clock, counter: Caller, id: string) {
  const url = postgres.url(database)
  const [rooms] = await onDatabase<{ one: string; other: string }>(
    url,
    `select (array_agg(place_id order by place_id))[1] as one, (array_agg(place_id order by place_id desc))[1] as other
     from inventory_rooms where inventory_id = '${id}' and kind = 'room'`,
  )
  const [whole] = await onDatabase<{ place: string }>(
    url,
    `select place_id as place from inventories where id = '${id}'`,
  )
  const items = await onDatabase<{ tag: string }>(
    url,
    `select tag from (select tag, row_number() over (order by id) as n from inventory_items
       where inventory_id = '${id}' and tag is not null) as numbered where n % 5 = 0 order by n`,
  )
  const deviceId = '00000000-0000-7000-8000-00000000cccc'
  const sweep = (placeId: string | undefined, tags: string[]) =>
    clock.call(counter, 'POST', `inventories/${id}/reads`, {
      ...{ sweepId: crypto.randomUUID(), deviceId, device: 'A reader', placeId },
      reads: tags.map((tag) => ({ tag, at: new Date().toISOString() })),
    })
  const started = performance.now()
  for (let from = 0; from < items.length; from += readsASweep) {
    const tags = items.slice(from, from + readsASweep).map(({ tag }) => tag)
    const strays = tags.filter((_, index) => index % 50 === 0)
    await sweep(
      whole?.place,
      tags.filter((_, index) => index % 50 !== 0),
    )
    await sweep(from % 2 === 0 ? rooms?.one : rooms?.other, [
      ...strays,
      `BE9C${from.toString(16).padStart(20, '0')}`,
    ])
  }
  return { reads: items.length, seconds: (performance.now() - started) / 1000 }
}

type Job = { job?: { _id: string } }

/** Resolves all items of one class, as a job if there are many. */
async function resolveAll(clock: Clock, caller: Caller, id: string, kind: string, resolution: object) {
  const path = `inventories/${id}/resolutions`
  const { job } = await clock.call<Job>(caller, 'POST', path, { filter: { class: kind }, resolution })
  if (job === undefined) return console.log(`  resolve ${kind}: at once`)
  const { seconds, done } = await untilJobEnds(clock, caller, job._id)
  console.log(`  resolve ${kind}: ${done} in ${seconds.toFixed(0)} s`)
}

/** One person counts, another approves what the administrator proposes. */
type People = { counter: Caller; approver: Caller }

/** From the plan to the final report; returns the longest response time and the peak memory. */
async function wholeInventory(postgres: Postgres, product: Product, kind: 'city' | 'mm', people: People) {
  const { counter, approver } = people
  const clock = new Clock()
  const step = (name: string, seconds: number) => console.log(`  ${name}: ${seconds.toFixed(0)} s`)
  const { id, seconds, total } = await startWholeInventory(product, kind, clock)
  console.log(`${total} expected`)
  step('start', seconds)
  const stopWatching = watch(clock, product, watched(id))
  const counted = await countSome(postgres, clock, counter, id)
  step(`count ${counted.reads}`, counted.seconds)
  await stopWatching()
  await clock.call(product, 'POST', `inventories/${id}/review`, {})
  const stopReviewing = watch(clock, product, [...watched(id), ...reviewed(id)])
  await resolveAll(clock, product, id, 'not-found', { action: 'ignore', reason: 'Looked for twice' })
  await resolveAll(clock, product, id, 'misplaced', { action: 'move-here' })
  await resolveAll(clock, product, id, 'unknown', { action: 'ignore', reason: 'Not ours' })
  await clock.call(approver, 'POST', `inventories/${id}/approve`)
  step('approve', (await untilStatus(clock, product, id, 'approved')).seconds)
  await stopReviewing()
  const peaks = { api: peakMb(product.api.pid), worker: peakMb(product.worker.pid) }
  console.log(
    `  longest answer ${clock.longest.ms.toFixed(0)} ms (${clock.longest.call}), ${clock.busy} times busy; at their highest, api ${peaks.api.toFixed(0)}, worker ${peaks.worker.toFixed(0)} MB`,
  )
  return { longest: clock.longest, peaks }
}

/**
 * An inventory of a whole city after one of an MM, each in new processes: no response is slow, and memory
 * does not grow with the size.
 */
async function wholePlace(postgres: Postgres, assets: number): Promise<Measurement[]> {
  const product = await startProduct(postgres, { inIndore: assets })
  try {
    const newPerson = async (name: string) => ({
      address: product.address,
      headers: await signInAsNew(product, name),
    })
    const people = { counter: await newPerson('Counter'), approver: await newPerson('Approver') }
    const small = await wholeInventory(postgres, product, 'mm', people)
    await product.renew()
    const big = await wholeInventory(postgres, product, 'city', people)
    const { ms } = big.longest
    const grown = (['api', 'worker'] as const).map((part) => ({
      ...{ name: `inventory-memory-${part}`, api: mostGrowthMb, p50: 0, p99: 0, limit: 1 },
      bare: Math.max(big.peaks[part] - small.peaks[part], 1),
    }))
    return [
      { name: 'inventory-longest-answer', bare: 1 / longestMs, api: 1 / ms, p50: ms, p99: ms, limit: 1 },
      ...grown,
    ]
  } finally {
    await product.stop()
  }
}

/** Reads against bare SQL, then whole inventories from the plan to the report. */
export const inventories: Bench = async (postgres, effort) => [
  await inventoryReads(postgres, effort),
  ...(await wholePlace(postgres, effort.assets)),
]
