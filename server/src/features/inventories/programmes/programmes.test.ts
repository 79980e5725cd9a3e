import { inventories } from '@ats/contract/inventories/inventories.ts'
import { type NewProgramme, programmes } from '@ats/contract/inventories/programmes.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { approverOf, freshRoom, planned, programmeIn, siteOf, step, sweep } from '#test/inventories.ts'
import { givePlaces } from '#test/limited-people.ts'
import { administratorOf, ledgerOf, placed, stocked } from '#test/stock.ts'
import { planDueLines } from './making.ts'

const t = await testApp()
const { call, person } = t
const admin = await administratorOf(t)
const keeper = await approverOf(t)
const ravi = await person({ role: 'User', city: 'Indore', name: 'Ravi' })
const zone = t.config.timeZone

const days = async (away: number) => {
  const { rows } = await sql<{
    day: string
  }>`select ((now() at time zone ${zone})::date + ${away}::int)::text as day`.execute(t.db)
  return rows[0]?.day ?? ''
}
const get = async (id: string, as: Person = admin, asOf?: string) =>
  (await call(as, programmes.get, { params: { id }, query: asOf === undefined ? {} : { asOf } })).body

/** A floor with two rooms, and a programme for them that began 100 days ago and ends in 100 days. */
async function yearOf(given: Partial<NewProgramme> = {}) {
  const aou = await placed(t, 'aou', (await siteOf(t)).property)
  const rooms = [await placed(t, 'room', aou), await placed(t, 'room', aou)]
  const period = { startsOn: await days(-100), endsOn: await days(100) }
  const made = await programmeIn(t, { placeId: aou, level: 'room', ...period, ...given })
  return { ...made, aou, rooms, ...period }
}
const lineOf = (allLines: { placeId: string; _id: string }[], room = '') =>
  allLines.find(({ placeId }) => placeId === room)?._id ?? ''

test('lines are proposed for the places below, spread over the period, and often for places of high value', async () => {
  const { allLines, rooms, startsOn, endsOn, lines } = await yearOf()
  expect(lines).toBe(2)
  expect(allLines.map(({ placeId }) => placeId).toSorted()).toEqual(rooms.toSorted())
  expect(allLines.map(({ dueOn }) => dueOn)).toEqual([await days(0), endsOn])
  expect(allLines.every(({ everyMonths }) => everyMonths === null)).toBe(true)
  const property = (await yearOf({ level: 'mm' })).allLines
  // Without a place of that kind, the place itself is verified.
  expect(property).toHaveLength(1)
  const aou = await placed(t, 'aou', (await siteOf(t)).property)
  const safe = await placed(t, 'room', aou)
  await placed(t, 'room', aou)
  const often = await programmeIn(t, {
    ...{ placeId: aou, level: 'room', startsOn, endsOn, oftenPlaces: [safe], oftenMonths: 2 },
  })
  expect(often.allLines.find(({ placeId }) => placeId === safe)).toMatchObject({ everyMonths: 2 })
  expect(often.allLines.find(({ placeId }) => placeId === safe)?.dues.length).toBeGreaterThan(2)
})

test('the worker plans the inventories that are due soon, once, as the line says', async () => {
  const plan = { people: [ravi.id], blind: true, approverId: keeper.id, mustCount: 80 }
  const { _id: id, allLines } = await yearOf(plan)
  await planDueLines(t.db, zone)
  await planDueLines(t.db, zone)
  const { rows } = await sql<{ id: string }>`select inventories.id from inventories
    join verification_lines as lines on lines.id = line_id where programme_id = ${id}`.execute(t.db)
  expect(rows).toHaveLength(1)
  const made = (await call(admin, inventories.get, { params: { id: rows[0]?.id ?? '' } })).body
  expect(made).toMatchObject({
    ...{ placeId: allLines[0]?.placeId, dueOn: allLines[0]?.dueOn, blind: true, mustCount: 80 },
    ...{ status: 'planned', createdBy: 'Stock Keeper' },
    ...{ people: [{ name: 'Ravi' }], approver: { name: 'Approving Hand' } },
  })
  expect((await get(id)).allLines[0]?.dues).toMatchObject([{ inventoryId: made._id, state: 'waiting' }])
})

test('a cancelled inventory is not planned again by the worker, but by a person', async () => {
  const { _id: id, allLines } = await yearOf()
  await planDueLines(t.db, zone)
  const made = (await get(id)).allLines[0]?.dues[0]?.inventoryId ?? ''
  await call(admin, inventories.cancel, { params: { id: made }, body: { reason: 'Closed' } })
  await planDueLines(t.db, zone)
  expect((await get(id)).allLines[0]?.dues).toMatchObject([{ inventoryId: null }])
  const params = { id, lineId: allLines[0]?._id ?? '' }
  const { body } = await call(admin, programmes.plan, { params })
  expect(body.allLines[0]?.dues[0]?.inventoryId).toEqual(expect.any(String))
  expect((await call(admin, programmes.plan, { params })).body.code).toBe('programme-line-planned')
})

test('delays and coverage are visible as of any day', async () => {
  const { _id: id, allLines, rooms, startsOn } = await yearOf()
  const [first = '', second = ''] = rooms
  const assets = [await stocked(t, { placeId: first }), await stocked(t, { placeId: first })]
  await stocked(t, { placeId: second })
  const params = { id, lineId: lineOf(allLines, first) }
  expect((await call(admin, programmes.changeLine, { params, body: { dueOn: startsOn } })).status).toBe(200)
  expect(await get(id)).toMatchObject({
    overdue: 1,
    coverage: { places: 2, coveredPlaces: 0, assets: 3, coveredAssets: 0 },
  })
  const { body } = await call(admin, programmes.plan, { params })
  const made = body.allLines[0]?.dues[0]?.inventoryId ?? ''
  await step(t, made, 'start')
  await sweep(t, ravi, made, { placeId: first, reads: [assets[0]?.rfidTag ?? ''] })
  await step(t, made, 'review')
  await step(t, made, 'approve')
  // One asset was found; nothing was decided about the other one.
  const now = await get(id)
  expect(now).toMatchObject({ overdue: 0, coverage: { coveredPlaces: 1, assets: 3, coveredAssets: 1 } })
  expect(now.allLines[0]).toMatchObject({ isCovered: true, assets: 2, covered: 1, dues: [{ state: 'done' }] })
  const before = await get(id, admin, await days(-1))
  expect(before.coverage).toMatchObject({ coveredPlaces: 0, assets: 0, coveredAssets: 0 })
  expect(before.allLines[0]?.dues).toMatchObject([{ state: 'overdue' }])
  // The same figures, from the versions of the assets.
  expect((await get(id, admin, await days(0))).coverage).toMatchObject({
    coveredPlaces: 1,
    assets: 3,
    coveredAssets: 1,
  })
  const { body: list } = await call(admin, programmes.list, { query: { search: now.name } })
  expect(list.programmes).toMatchObject([{ _id: id, lines: 2, overdue: 0 }])
})

test('a programme is changed and ended, and then plans nothing', async () => {
  const { _id: id, version, allLines } = await yearOf()
  const change = (body: object) => call(admin, programmes.change, { params: { id }, body })
  expect((await change({ name: 'Audit year', version })).body).toMatchObject({ name: 'Audit year' })
  expect((await change({ name: 'Late', version })).status).toBe(409)
  expect((await call(admin, programmes.retire, { params: { id }, body: {} })).body.retiredAt).not.toBeNull()
  const planning = await planDueLines(t.db, zone)
  expect(planning).toBeGreaterThanOrEqual(0)
  expect((await get(id)).allLines[0]?.dues).toMatchObject([{ inventoryId: null }])
  const params = { id, lineId: allLines[0]?._id ?? '' }
  expect((await call(admin, programmes.plan, { params })).body.code).toBe('programme-retired')
  expect((await ledgerOf(t, id)).map(({ action }) => action)).toEqual(
    ['created', 'changed', 'retired'].map((action) => `verification-programme.${action}`),
  )
})

test('invalid programmes and lines are refused', async () => {
  const room = await freshRoom(t)
  const fields = async (given: object) => {
    const body = { placeId: room, name: 'Year', startsOn: '2026-01-01', endsOn: '2026-12-31', ...given }
    return (await call(admin, programmes.create, { body })).body.fields
  }
  expect(await fields({ name: ' ' })).toHaveProperty('name')
  expect(await fields({ endsOn: '2026-01-01' })).toHaveProperty('endsOn')
  expect(await fields({ blind: true })).toHaveProperty('people')
  expect(await fields({ approverId: admin.id })).toHaveProperty('approverId')
  expect(await fields({ placeId: ravi.id })).toHaveProperty('placeId')
  const { _id: id, allLines } = await yearOf()
  const line = (lineId: string, body: object) =>
    call(ravi, programmes.changeLine, { params: { id, lineId }, body })
  const lineId = allLines[0]?._id ?? ''
  expect((await line(lineId, { dueOn: '2099-01-01' })).body.fields).toHaveProperty('dueOn')
  expect((await line(lineId, { approverId: ravi.id })).body.fields).toHaveProperty('approverId')
  expect((await line(ravi.id, { blind: false })).body.code).toBe('programme-line-not-found')
})

test('people see a programme if they see its whole place, and no figure of a place that they count blind', async () => {
  const { _id: id, aou, rooms } = await yearOf()
  await stocked(t, { placeId: rooms[0] ?? '' })
  const limited = await person({ role: 'User', city: 'Indore' })
  const statusOf = async () => (await call(limited, programmes.get, { params: { id } })).status
  await givePlaces(t, limited, rooms)
  expect(await statusOf()).toBe(404)
  await givePlaces(t, limited, [aou])
  expect(await statusOf()).toBe(200)
  const blind = await planned(t, { placeId: rooms[0] ?? '', blind: true, people: [limited.id] })
  await step(t, blind, 'start')
  const seen = await get(id, limited)
  expect(seen.coverage).toMatchObject({ assets: null, coveredAssets: null })
  expect(seen.allLines.map(({ assets, covered }) => [assets, covered])).toEqual([
    [null, null],
    [null, null],
  ])
  expect((await get(id)).coverage.assets).toBe(1)
})
