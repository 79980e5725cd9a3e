import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inTransaction } from '#kernel/db/db.ts'
import { testApp } from '#test/app.ts'
import { root, sourceFiles } from '../../../../scripts/sources.ts'
import { difference, record } from './events.ts'

const { db, asOwner } = await testApp()
const who = { id: null, requestId: 'a request' }
const event = () => ({
  action: 'brand.changed' as const,
  kind: 'brand' as const,
  id: randomUUID(),
  after: { name: 'é' },
})
const eventsOf = (id: string) => db.selectFrom('events').selectAll().where('record_id', '=', id).execute()

test('an event keeps who, what, when and the values', async () => {
  const [place, fromPlace] = [randomUUID(), randomUUID()]
  const written = { ...event(), place, fromPlace, readableId: 'B1', name: 'Usha' }
  await record(db, who, written)
  expect(await eventsOf(written.id)).toEqual([
    {
      id: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      actor_id: null,
      action: 'brand.changed',
      record_kind: 'brand',
      record_id: written.id,
      place_id: place,
      from_place_id: fromPlace,
      readable_id: 'B1',
      record_name: 'Usha',
      before: null,
      after: { name: 'é' },
      request_id: 'a request',
      xact: expect.stringMatching(/^\d+$/),
      version: null,
    },
  ])
})

test.each([
  `update events set action = 'nothing'`,
  'delete from events',
  'truncate events cascade',
  'update events set after = null where false',
  'delete from events where false',
])('the ledger refuses even its owner: %s', async (statement) => {
  const written = event()
  await record(db, who, written)
  await expect(asOwner(statement)).rejects.toMatchObject({
    code: '23001',
    message: 'events is append-only',
  })
  expect(await eventsOf(written.id)).toHaveLength(1)
})

test('an event goes with the transaction it belongs to', async () => {
  const written = event()
  const failing = inTransaction(db, async (tx) => {
    await record(tx, who, written)
    throw new Error('stop')
  })
  await expect(failing).rejects.toThrow('stop')
  expect(await eventsOf(written.id)).toEqual([])
})

test('only what differs is kept, lists and missing values included', () => {
  const before = { name: 'a', places: ['x'], title: '', role: 'user' }
  expect(difference(before, { ...before })).toBeUndefined()
  expect(difference(before, { ...before, places: ['x', 'y'], name: 'b' })).toEqual({
    before: { name: 'a', places: ['x'] },
    after: { name: 'b', places: ['x', 'y'] },
  })
})

test('lines are written by one module, which knows the kinds and their actions', () => {
  const writers = sourceFiles('server/src/**/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) => readFileSync(join(root, path), 'utf8').includes('insert into events'))
  expect(writers).toEqual(['server/src/kernel/ledger/events.ts'])
})
