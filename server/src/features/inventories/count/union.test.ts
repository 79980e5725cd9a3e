import { randomUUID } from 'node:crypto'
import { sweep as sweepSchema } from '@ats/contract/inventories/counting.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { actorOf } from '#features/identity/identity.ts'
import type { Actor } from '#kernel/actor.ts'
import { testApp } from '#test/app.ts'
import { planned, step } from '#test/inventories.ts'
import { pointsOf, readerIn, takeReads } from '#test/readers.ts'
import { administratorOf, binned, freshTag, placed, siteIn, stocked } from '#test/stock.ts'
import { takeFixedReads } from './fixed-reads.ts'
import { takeSweep } from './sweeps.ts'

const t = await testApp()
const admin = await administratorOf(t)
const runs = Number(process.env.INVENTORY_RUNS ?? 40)
const seed = Number(process.env.INVENTORY_SEED ?? Date.now() % 2 ** 31)
console.log(
  `inventories: ${runs} runs, seed ${seed}; repeat with INVENTORY_SEED=${seed} INVENTORY_RUNS=${runs}`,
)

const { aou } = await siteIn(t, 'Indore')
const rooms = [await placed(t, 'room', aou), await placed(t, 'room', aou), await placed(t, 'room', aou)]
const elsewhere = await siteIn(t, 'Mumbai')
/** Where each of the known tags is expected; null: not in this place. */
const expected = new Map<string, { kind: string; place: string | null }>()
for (const place of [...rooms, ...rooms, aou])
  expected.set((await stocked(t, { placeId: place })).rfidTag ?? '', { kind: 'expected', place })
const outside = await stocked(t, { location: 'mumbai', placeId: elsewhere.room })
expected.set(outside.rfidTag ?? '', { kind: 'outside', place: null })
expected.set((await binned(t, { placeId: rooms[0] ?? '' })).rfidTag ?? '', { kind: 'binned', place: null })
for (let index = 0; index < 2; index += 1) expected.set(freshTag(), { kind: 'unknown', place: null })
const total = [...expected.values()].filter(({ kind }) => kind === 'expected').length

const people: Actor[] = []
for (const name of ['Ravi', 'Meera']) {
  const actor = await actorOf(t.db, (await t.person({ role: 'User', city: 'Indore', name })).id, 'test')
  if (actor !== undefined) people.push(actor)
}

type Read = { tag: string; placeId: string; at: number; rssi: number | null; count: number; fixed: boolean }
const places = [...rooms, aou]
/** A fixed reader in each place. */
const readers = new Map<string, string>()
for (const placeId of places) {
  const { id } = await readerIn(t, placeId)
  await pointsOf(t, id, [{ antenna: 0, placeId, kind: 'room' }])
  readers.set(placeId, id)
}
const read: fc.Arbitrary<Read> = fc.record({
  tag: fc.constantFrom(...expected.keys()),
  placeId: fc.constantFrom(...places),
  at: fc.integer({ min: 0, max: 5 }),
  rssi: fc.option(fc.integer({ min: -70, max: -65 })),
  count: fc.integer({ min: 1, max: 2 }),
  fixed: fc.boolean(),
})
/**
 * The reads in any order, split into sweeps anywhere, some sent again, by two people at the same time or by
 * fixed readers.
 */
const plan = fc.record({
  reads: fc.array(read, { maxLength: 24 }),
  cuts: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 }),
  again: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
  shuffle: fc.integer(),
  atOnce: fc.boolean(),
})
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never

/** Later than any start of counting, so that reads of fixed readers count. */
const base = Date.now() + 3 * 3_600_000
/** A repeated read of a fixed reader is ignored, so each run uses its own times. */
let run = 0
const moment = (at: number) => new Date(base + at * 60_000 + run).toISOString()
// Concurrent batches must not create the partition of their day at the same time.
for (const at of [0, 5]) await sql`select make_tag_read_day(${moment(at).slice(0, 10)}::date)`.execute(t.db)
const turned = <T>(list: readonly T[], by: number) =>
  list
    .map((one, index) => ({ one, key: Math.sin((index + 1) * (by % 1000)) }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one)

function sweepsOf({ reads, cuts, again, shuffle }: Plan) {
  const mixed = turned(
    reads.filter(({ fixed }) => !fixed),
    shuffle,
  )
  const sweeps: { placeId: string; reads: Read[] }[] = []
  for (let from = 0, cut = 0; from < mixed.length; cut += 1) {
    const size = cuts[cut % cuts.length] ?? 1
    const chunk = mixed.slice(from, from + size)
    from += size
    for (const placeId of new Set(chunk.map((one) => one.placeId)))
      sweeps.push({ placeId, reads: chunk.filter((one) => one.placeId === placeId) })
  }
  const bodies = sweeps.map(({ placeId, reads: swept }) =>
    sweepSchema.parse({
      ...{ sweepId: randomUUID(), deviceId: randomUUID(), device: 'A reader', placeId },
      reads: swept.map(({ tag, at, rssi, count }) => ({
        ...{ tag, at: moment(at), count },
        ...(rssi !== null && { rssi }),
      })),
    }),
  )
  return turned([...bodies, ...bodies.filter((_, index) => again[index % again.length])], shuffle + 1)
}

/**
 * Batches of the writer, some written again. Each read has its own antenna, because a read is identified by
 * antenna and time.
 */
function batchesOf({ reads, cuts, again, shuffle }: Plan) {
  const fixed = reads
    .map((read, index) => ({
      ...{ tag: read.tag, at: moment(read.at), reader: readers.get(read.placeId) ?? '', antenna: index + 1 },
      ...(read.rssi !== null && { rssi: read.rssi }),
    }))
    .filter((_, index) => reads[index]?.fixed)
  const size = cuts[0] ?? 1
  const batches = Array.from({ length: Math.ceil(fixed.length / size) }, (_, n) =>
    fixed.slice(n * size, (n + 1) * size),
  )
  return turned([...batches, ...batches.filter((_, index) => again[index % again.length])], shuffle + 2)
}

/** The expected result, computed as a set and thus independent of the order. */
function modelOf(reads: readonly Read[]) {
  const isInPlace = (home: string | null, place: string) =>
    home !== null && (home === place || place === aou || home === aou)
  return [...expected]
    .map(([tag, { kind, place: home }]) => {
      const own = reads.filter((one) => one.tag === tag)
      const evidence = places
        .map((place) => ({ place, own: own.filter((one) => one.placeId === place) }))
        .filter((one) => one.own.length > 0)
        .map(({ place, own: there }) => ({
          ...{ place, fits: kind === 'expected' && isInPlace(home, place), exact: home === place },
          rssi: Math.max(...there.map(({ rssi }) => rssi ?? -1000)),
          last: Math.max(...there.map(({ at }) => at)),
        }))
        .sort(
          (a, b) =>
            Number(b.fits) - Number(a.fits) ||
            Number(b.exact) - Number(a.exact) ||
            b.rssi - a.rssi ||
            b.last - a.last ||
            (a.place < b.place ? -1 : 1),
        )
      const [likeliest] = evidence
      const seen = likeliest === undefined ? 'not-found' : likeliest.fits ? 'found' : 'misplaced'
      return {
        ...{ tag, class: kind === 'expected' ? seen : kind, place: likeliest?.place ?? null },
        reads: own.reduce((sum, { count, fixed }) => sum + (fixed ? 1 : count), 0),
        several: evidence.length > 1,
      }
    })
    .filter(({ class: one, reads: count }) => count > 0 || one === 'not-found')
    .sort((a, b) => (a.tag < b.tag ? -1 : 1))
}

const lockTimeout = '55P03'
const mostTries = 20

/** Like a device: retries the sweep if its rows are locked for too long. */
async function whileBusy<T>(send: () => Promise<T>, tries = 1): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if ((error as { code?: string }).code !== lockTimeout || tries >= mostTries) throw error
    return whileBusy(send, tries + 1)
  }
}

/** One pass of the worker; rows that are locked are taken in the next pass. */
const takeFixed = () =>
  takeFixedReads(t.db, (error) => {
    if ((error as { code?: string }).code !== lockTimeout) throw error
  })

test('any order, repetition, splitting and interleaving of sweeps and reads of fixed readers gives the same classes', async () => {
  const property = fc.asyncProperty(plan, async (planned_) => {
    run += 1
    const id = await planned(t, { placeId: aou, fixedReaders: true })
    await step(t, id, 'start')
    const send = (body: ReturnType<typeof sweepsOf>[number], index: number) =>
      whileBusy(() => takeSweep(t.db, people[index % people.length] as Actor, id, body))
    const sweeps = sweepsOf(planned_).map((body, index) => () => send(body, index))
    const batches = batchesOf(planned_).map((batch) => async () => {
      await whileBusy(() => takeReads(t, batch))
      await takeFixed()
    })
    const steps = turned<() => Promise<unknown>>([...sweeps, ...batches], planned_.shuffle + 3)
    if (planned_.atOnce) await Promise.all(steps.map((one) => one()))
    else for (const one of steps) await one()
    await takeFixed()

    const { rows } = await sql`select tag, class, seen_place_id as place, reads, several_rooms as several
      from inventory_items where inventory_id = ${id} order by tag collate "C"`.execute(t.db)
    const model = modelOf(planned_.reads)
    expect(rows).toEqual(model)
    const { body } = await t.call(admin, inventories.get, { params: { id } })
    const hasSignal = (tag: string) => planned_.reads.some((one) => one.tag === tag && one.rssi !== null)
    const ofClass = (...classes: string[]) => model.filter((one) => classes.includes(one.class)).length
    expect(body).toMatchObject({
      ...{ total, found: ofClass('found', 'misplaced'), notFound: ofClass('not-found') },
      ...{ misplaced: ofClass('misplaced'), access: ofClass('outside', 'binned', 'unknown') },
      weak: model.filter(({ tag, reads }) => reads === 1 && hasSignal(tag)).length,
      unresolved: model.length - ofClass('found'),
    })
    expect((body.found ?? 0) + (body.notFound ?? 0)).toBe(body.total)
    await t.call(admin, inventories.cancel, { params: { id }, body: { reason: 'The next one' } })
  })
  await fc.assert(property, { numRuns: runs, seed, endOnFailure: true })
}, 3_600_000)
