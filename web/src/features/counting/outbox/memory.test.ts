import { expect, test } from 'vitest'
import { memoryOutbox } from './memory.ts'
import type { Read } from './merge-reads.ts'
import type { CountedRoom } from './records.ts'

const room: CountedRoom = {
  ...{ userId: 'asha', inventoryId: 'i1', placeId: 'p1' },
  ...{ inventory: 'INV-2026-0001', place: 'Room one' },
}
const read = (tag: string, at = 1000): Read => ({ tag, at, lastAt: at, count: 1 })
const found = () => 'found' as const
let ids = 0
const newId = () => `id${++ids}`

test('reads that the disk did not store count as unsent, each tag once', () => {
  const memory = memoryOutbox()
  expect(memory.addReads(room, [read('A'), read('B')], found)).toEqual([
    { tag: 'A', class: 'found', isNew: true },
    { tag: 'B', class: 'found', isNew: true },
  ])
  expect(memory.addReads(room, [read('A', 2000)], found)).toEqual([
    { tag: 'A', class: 'found', isNew: false },
  ])
  expect(memory.size()).toBe(2)
  expect(memory.keysOf('asha', 'i1')).toHaveLength(2)
  expect(memory.keysOf('vikram')).toEqual([])
  expect(memory.seenIn(room)).toEqual(
    new Map([
      ['A', 'found'],
      ['B', 'found'],
    ]),
  )
})

test('they are sent from memory under one id until the server has them, and later reads form another part', () => {
  const memory = memoryOutbox()
  memory.addReads(room, [read('A')], found)
  const part = memory.nextSweep('asha', newId, 5000)
  expect(part).toMatchObject({ placeId: 'p1', reads: [{ tag: 'A' }] })
  memory.addReads(room, [read('B')], found)
  expect(memory.nextSweep('asha', newId, 6000)).toBe(part)
  expect(memory.size()).toBe(2)
  memory.remove(part?.sweepId ?? '')
  expect(memory.nextSweep('asha', newId, 7000)).toMatchObject({ reads: [{ tag: 'B' }] })
  expect(memory.nextSweep('vikram', newId, 7000)).toBeUndefined()
})

test('a busy inventory does not delay another one', () => {
  const memory = memoryOutbox()
  memory.addReads(room, [read('A')], found)
  memory.addReads({ ...room, inventoryId: 'i2' }, [read('B')], found)
  const next = memory.nextSweep('asha', newId, 5000, ({ inventoryId }) => inventoryId === 'i1')
  expect(next).toMatchObject({ inventoryId: 'i2', reads: [{ tag: 'B' }] })
})

test('once on disk, unchanged reads are removed from memory', () => {
  const memory = memoryOutbox()
  memory.addReads(room, [read('A'), read('B')], found)
  const written = { reads: memory.reads(), parts: [] }
  memory.addReads(room, [read('B', 3000)], found)
  memory.stored(written)
  expect(memory.reads()).toMatchObject([{ tag: 'B', count: 2 }])
})
