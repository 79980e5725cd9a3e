import { floors } from '@ats/contract/floors.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import { expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { allOf } from '#kernel/http/query.ts'
import { queryClient } from '#kernel/http/query-client.ts'
import { factsOf, floorNumbered, roomCalled } from './floors.ts'
import { idOf, onePage } from './listed.ts'
import { respond } from './responses.ts'
import { openScreen } from './screen.tsx'

const columns = 25
const rooms = 500
const assetsOfRoom = 20
const changesPerSecond = 50
const pollSeconds = 3
/** As often as the live stream refetches. */
const factsMs = 2_000
const measuredMs = 10_000
const fewestFrames = 30

let turn = 0
const roomAt = (at: number) => {
  const [column, row] = [at % columns, Math.floor(at / columns)]
  const box = { x: column / columns, y: row / 20, width: 0.9 / columns, height: 0.045 }
  return roomCalled(`Room ${at + 1}`, at, box)
}
const changed = (count: number) => Array.from({ length: count }, (_, at) => (turn * 37 + at * 3) % rooms)

function respondToBusyFloor() {
  const floor = floorNumbered(0, { rooms })
  respond(floors.list, { floors: [floor] })
  respond(inventories.list, { inventories: [], ...onePage(0) })
  respond(floors.plan, { floor, shapes: [], rooms: Array.from({ length: rooms }, (_, at) => roomAt(at)) })
  respond(floors.facts, () => {
    turn += 1
    const fresh = new Set(changed((changesPerSecond * factsMs) / 1000))
    return {
      rooms: Array.from({ length: rooms }, (_, at) =>
        factsOf(at, { assets: assetsOfRoom, present: fresh.has(at) ? 1 + (turn % assetsOfRoom) : 0 }),
      ),
    }
  })
  respond(floors.activity, () => {
    const now = Date.now()
    const reads = changed(changesPerSecond * pollSeconds)
    const at = (share: number) => new Date(now - share * pollSeconds * 1000).toISOString()
    const asset = { _id: idOf(1), assetTagId: 'A1', assetName: 'Trolley' }
    return {
      at: new Date(now).toISOString(),
      rooms: reads.map((room, order) => ({
        ...{ placeId: idOf(800 + room), reads: 3, tags: 2, lastReadAt: at(order / reads.length) },
      })),
      moves: reads.slice(0, 20).map((room, order) => ({
        ...{ _id: idOf(100_000 + 100 * turn + order), asset, at: at(0) },
        ...{ fromPlaceId: idOf(800 + room), toPlaceId: idOf(800 + ((room + 60) % rooms)) },
      })),
    }
  })
}

type Metrics = { metrics: { name: string; value: number }[] }
type Session = { send: (method: string) => Promise<unknown> }

/** Seconds that the main thread of the page was busy. */
async function busySeconds() {
  const { metrics } = (await (cdp() as unknown as Session).send('Performance.getMetrics')) as Metrics
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

function countFrames(ms: number): Promise<{ frames: number; longest: number }> {
  return new Promise((resolve) => {
    const start = performance.now()
    let [frames, longest, last] = [0, 0, start]
    const next = (now: number) => {
      frames += 1
      longest = Math.max(longest, now - last)
      last = now
      if (now - start < ms) requestAnimationFrame(next)
      else resolve({ frames, longest })
    }
    requestAnimationFrame(next)
  })
}

test('a plan of 500 rooms follows 50 changes a second', async () => {
  respondToBusyFloor()
  await (cdp() as unknown as Session).send('Performance.enable')
  await openScreen(`/dashboard/default/floors/${idOf(700)}?layer=now`)
  await expect.element(page.getByRole('button', { name: /^Room 500,/ })).toBeVisible()
  await expect.poll(() => document.querySelectorAll('[data-lit]').length).toBeGreaterThan(20)
  const timer = setInterval(
    () => void queryClient.invalidateQueries({ queryKey: allOf(floors.facts) }),
    factsMs,
  )
  const [before, started] = [await busySeconds(), performance.now()]
  const { frames, longest } = await countFrames(measuredMs)
  const seconds = (performance.now() - started) / 1000
  const busy = (await busySeconds()) - before
  clearInterval(timer)
  console.log(
    `${(frames / seconds).toFixed(1)} frames a second, longest ${longest.toFixed(0)} ms, ` +
      `main thread busy ${((100 * busy) / seconds).toFixed(0)} %, lit ${document.querySelectorAll('[data-lit]').length} rooms`,
  )
  expect(frames / seconds).toBeGreaterThanOrEqual(fewestFrames)
})
