import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { demoReaderPassword } from '#features/readers/demo.ts'
import type { Actor } from '#kernel/actor.ts'
import { hashOf } from '#kernel/secrets.ts'
import { testApp } from '#test/app.ts'
import { administratorOf, placed, siteIn, stocked } from '#test/stock.ts'
import { readers } from './readers.ts'
import type { Stage } from './year.ts'

const t = await testApp()

test('readers see what is in their rooms, and something that wandered off', async () => {
  const { aou } = await siteIn(t, 'Indore')
  const room = { city: 'Indore', mm: '', aou: '' }
  const reception = {
    ...room,
    property: 'Indore Head Office',
    room: 'Reception',
    id: await placed(t, 'room', aou),
  }
  const store = { ...room, property: 'Indore Head Office', room: 'Store', id: await placed(t, 'room', aou) }
  const [first, second] = [await stocked(t, { placeId: store.id }), await stocked(t, { placeId: store.id })]
  const { id } = await administratorOf(t)
  const scope = { city: [], mm: [], property: [], aou: [], room: [] }
  const actor: Actor = {
    ...{ id, roleId: id, permissions: ['manage-asset'], everywhere: true, scope, cities: [] },
    ...{ withheld: null, mustFirst: null },
    ...{ requestId: 'demo', by: 'job' },
  }
  const stage = { services: t, rooms: [reception, store], as: () => actor } as unknown as Stage
  for (const { run } of readers(stage)) await run('demo')
  const { rows } = await sql`select tag, place_id from last_seen order by tag = ${second.rfidTag}`.execute(
    t.db,
  )
  expect(rows).toEqual([
    { tag: first.rfidTag, place_id: store.id },
    { tag: second.rfidTag, place_id: reception.id },
  ])
  const { rows: known } =
    await sql`select from readers where credential_hash = ${hashOf(demoReaderPassword)}`.execute(t.db)
  expect(known).toHaveLength(2)
})
