import { readers } from '@ats/contract/readers.ts'
import { sightings } from '@ats/contract/sightings.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { pointsOf, readerIn, seenIn } from '#test/readers.ts'
import { administratorOf, freshTag, placed, siteIn, stocked } from '#test/stock.ts'
import { compareSightings } from './upkeep.ts'

const t = await testApp()
const admin = await administratorOf(t)
const indore = await siteIn(t, 'Indore')
const mumbai = await siteIn(t, 'Mumbai')

const flagged = async (id: string) =>
  (
    await sql<{
      left: boolean
    }>`select left_property as left from seen_elsewhere where asset_id = ${id}`.execute(t.db)
  ).rows[0]?.left
const isSaid = async (id: string) =>
  (await t.call(admin, sightings.lastSeen, { params: { id } })).body.lastSeen?.elsewhere

test('an asset that a door of another property, AoU or city sees is elsewhere immediately', async () => {
  for (const place of [mumbai.property, mumbai.aou, mumbai.mm]) {
    const asset = await stocked(t, { placeId: indore.room, rfidTag: freshTag() })
    await seenIn(t, asset.rfidTag ?? '', place)
    expect([await flagged(asset._id), await isSaid(asset._id)]).toEqual([true, true])
  }
})

test('an asset in a room of the very place that an antenna looks at is at home, in the morning as well', async () => {
  for (const place of [indore.room, indore.aou, indore.property, indore.mm]) {
    const asset = await stocked(t, { placeId: indore.room, rfidTag: freshTag() })
    await seenIn(t, asset.rfidTag ?? '', place)
    await compareSightings(t.db)
    expect([await flagged(asset._id), await isSaid(asset._id)]).toEqual([undefined, false])
  }
})

test('read points outside of the new place of a reader go, also those above rooms', async () => {
  const { id } = await readerIn(t, indore.property)
  const other = await placed(t, 'property', indore.mm)
  await pointsOf(t, id, [
    { antenna: 1, placeId: indore.property, kind: 'portal' },
    { antenna: 2, placeId: indore.room, kind: 'room' },
  ])
  const { body } = await t.call(admin, readers.change, { params: { id }, body: { placeId: other } })
  expect(body.readPoints).toEqual([])
})
