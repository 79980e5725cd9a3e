import { randomUUID } from 'node:crypto'
import { assets } from '@ats/contract/assets/assets.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { roles } from '@ats/contract/identity/roles.ts'
import { users } from '@ats/contract/identity/users.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import { masters } from '@ats/contract/masters.ts'
import { readers } from '@ats/contract/readers.ts'
import { views } from '@ats/contract/views.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { freshRoom, planned, siteOf } from '#test/inventories.ts'
import { administratorOf, placed, stocked } from '#test/stock.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const other = await t.person({ role: 'Admin', city: 'Pune' })
const counter = await t.person({ role: 'Admin', city: 'Pune' })

const name = () => `Record ${randomUUID()}`
type Answer = { status: number; body: Record<string, unknown> }
/** A record that two people have open: how to change it, and how to read it. */
type Opened = {
  version: number
  change: (as: typeof admin, body: Record<string, unknown>) => Promise<Answer>
  now: () => Promise<Record<string, unknown>>
  /** The changes of each person: different fields if the record has several. */
  first: Record<string, unknown>
  second: Record<string, unknown>
  /** What the second person sees of the first change. */
  told: { field: string; value: unknown; text?: string | null }[]
  /** What the first change leaves, and what of it remains after the second. */
  kept: Record<string, unknown>
  both?: Record<string, unknown>
}
const asAnswer = (answer: { status: number; body: unknown }) => answer as Answer

async function role(): Promise<Opened> {
  const { id, version } = (await call(admin, roles.create, { body: { roleName: name(), permissions: [] } }))
    .body.role
  const all = async () => (await call(admin, roles.list)).body.roles
  return {
    version,
    change: async (as, body) => asAnswer(await call(as, roles.update, { params: { id }, body })),
    now: async () => (await all()).find((one) => one.id === id) ?? {},
    first: { permissions: ['reports'] },
    second: { roleName: 'Renamed' },
    told: [{ field: 'permissions', value: ['reports'] }],
    kept: { permissions: ['reports'] },
    both: { permissions: ['reports'], name: 'Renamed' },
  }
}

const master = (kind: 'brand' | 'room') => async (): Promise<Opened> => {
  const parentId = kind === 'room' ? (await siteOf(t)).aou : undefined
  const { id, version } = (
    await call(admin, masters.create, { params: { kind }, body: { name: name(), parentId } })
  ).body
  const [first, second] = [name(), name()]
  const found = async () =>
    (await call(admin, masters.list, { params: { kind }, query: { size: '500' } })).body.records
  return {
    version,
    change: async (as, body) => asAnswer(await call(as, masters.update, { params: { kind, id }, body })),
    now: async () => (await found()).find((one) => one.id === id) ?? {},
    first: { name: first },
    second: { name: second },
    told: [{ field: 'name', value: first }],
    kept: { name: first },
  }
}

/** One person renames a room, the other moves it. */
async function movedRoom(): Promise<Opened> {
  const { version, change, now } = await master('room')()
  const parentId = await placed(t, 'aou', (await siteOf(t)).property)
  const record = await now()
  return {
    ...{ version, change, now },
    first: { parentId },
    second: { name: 'Renamed' },
    told: [{ field: 'parentId', value: parentId, text: expect.stringMatching(/^Indore > .* > aou/) }],
    kept: { parentId, name: record.name },
    both: { parentId, name: 'Renamed' },
  }
}

async function plan(): Promise<Opened> {
  const id = await planned(t)
  const get = async () => (await call(admin, inventories.get, { params: { id } })).body
  return {
    version: (await get()).version,
    change: async (as, body) => asAnswer(await call(as, inventories.change, { params: { id }, body })),
    now: get,
    first: { people: [counter.id] },
    second: { dueOn: '2030-01-01' },
    told: [{ field: 'people', value: [counter.id], text: counter.name }],
    kept: { people: [{ _id: counter.id, name: counter.name }], dueOn: null },
    both: { people: [{ _id: counter.id, name: counter.name }], dueOn: '2030-01-01' },
  }
}

const addedReader = async () =>
  (
    await call(admin, readers.add, {
      body: { name: name(), adapter: 'impinj', placeId: await placed(t, 'room', (await siteOf(t)).aou) },
    })
  ).body.reader

async function reader(): Promise<Opened> {
  const { _id: id, version } = await addedReader()
  return {
    version,
    change: async (as, body) => asAnswer(await call(as, readers.change, { params: { id }, body })),
    now: async () => (await call(admin, readers.get, { params: { id } })).body.reader,
    first: { silentMinutes: 5 },
    second: { adapter: 'speedway' },
    told: [{ field: 'silentMinutes', value: 5 }],
    kept: { silentMinutes: 5, adapter: 'impinj' },
    both: { silentMinutes: 5, adapter: 'speedway' },
  }
}

async function readPoints(): Promise<Opened> {
  const { _id: id, version, placeId } = await addedReader()
  const point = (antenna: number) => ({ readPoints: [{ antenna, placeId, kind: 'room' }] })
  return {
    version,
    change: async (as, body) => asAnswer(await call(as, readers.setReadPoints, { params: { id }, body })),
    now: async () => (await call(admin, readers.get, { params: { id } })).body.reader,
    first: point(1),
    second: point(2),
    told: [{ field: 'readPoints', value: [expect.objectContaining({ antenna: 1 })] }],
    kept: { readPoints: [expect.objectContaining({ antenna: 1 })] },
  }
}

/** A view has one owner, who may have it open twice. */
async function view(): Promise<Opened> {
  const { id, version } = (
    await call(admin, views.create, { body: { name: name(), list: 'assets', filter: {} } })
  ).body
  const first = name()
  const schedule = { every: 'day', hour: 7, zone: 'Asia/Kolkata', format: 'csv' }
  return {
    version,
    change: async (_as, body) => asAnswer(await call(admin, views.change, { params: { id }, body })),
    now: async () => (await call(admin, views.get, { params: { id } })).body,
    first: { name: first },
    second: { schedule },
    told: [{ field: 'name', value: first }],
    kept: { name: first, schedule: null },
    both: { name: first, schedule: expect.objectContaining({ every: 'day' }) },
  }
}

async function person(): Promise<Opened> {
  const { id } = await t.person()
  const get = async () => (await call(admin, users.get, { params: { id } })).body
  const { room } = await siteOf(t)
  return {
    version: (await get()).version,
    change: async (as, body) => asAnswer(await call(as, users.update, { params: { id }, body })),
    now: get,
    first: { places: [room] },
    second: { jobTitle: 'Clerk' },
    told: [{ field: 'places', value: [room], text: expect.stringMatching(/^Indore > .* > room/) }],
    kept: { jobTitle: '', places: [expect.objectContaining({ _id: room })] },
    both: { jobTitle: 'Clerk', places: [expect.objectContaining({ _id: room })] },
  }
}

async function asset(): Promise<Opened> {
  const { _id: id, version } = await stocked(t, { placeId: (await siteOf(t)).room })
  const room = await freshRoom(t)
  return {
    version,
    change: async (as, body) => asAnswer(await call(as, assets.update, { params: { id }, body })),
    now: async () => (await call(admin, assets.get, { params: { id } })).body,
    first: { placeId: room, model: 'X1' },
    second: { brand: 'Dell', assignedUser: 'Ravi' },
    told: [
      { field: 'placeId', value: room, text: expect.stringMatching(/^Indore > .* > room/) },
      { field: 'model', value: 'X1' },
    ],
    kept: { placeId: room, model: 'X1', brand: null },
    both: { placeId: room, model: 'X1', brand: 'Dell' },
  }
}

const kinds = {
  ...{
    role,
    brand: master('brand'),
    room: master('room'),
    movedRoom,
    plan,
    reader,
    readPoints,
    view,
    person,
  },
  asset,
}

test.each(Object.entries(kinds))(
  'two people edit the same %s: the second learns what changed, and neither change is lost',
  async (_kind, open) => {
    const { version, change, now, first, second, told, kept, both } = await open()
    expect((await change(admin, { ...first, version })).status).toBe(200)
    const late = await change(other, { ...second, version })
    expect([late.status, late.body.code]).toEqual([409, 'record-changed-meanwhile'])
    const { version: newer, ...present } = await now()
    const by = { by: admin.name, at: expect.stringMatching(/^\d{4}-/) }
    expect(late.body.conflict).toEqual({
      version: newer,
      changes: told.map((change) => ({ text: null, ...change, ...by })),
    })
    expect(present).toMatchObject(kept)
    expect((await change(other, { ...second, version: newer })).status).toBe(200)
    if (both !== undefined) expect(await now()).toMatchObject(both)
    // Clients of the previous release send no version.
    expect((await change(admin, first)).status).toBe(200)
  },
)

test('changes of several people are told field by field, each by the person who made it last', async () => {
  const { version, change } = await kinds.role()
  await change(admin, { roleName: 'One', permissions: ['reports'], version })
  await change(other, { roleName: 'Two', version: version + 1 })
  const { conflict } = (await change(counter, { permissions: [], version })).body
  expect(conflict).toMatchObject({
    version: version + 2,
    changes: [
      { field: 'roleName', value: 'Two', by: other.name },
      { field: 'permissions', value: ['reports'], by: admin.name },
    ],
  })
  const later = await change(counter, { permissions: [], version: version + 1 })
  expect(later.body.conflict).toMatchObject({ changes: [{ field: 'roleName' }] })
})

test('a change of many assets at once is told like one of a single asset', async () => {
  const { _id: id, version } = await stocked(t)
  await call(other, assetBulk.change, { body: { ids: [id], action: 'assign', assignedUser: 'Team A' } })
  const { status, body } = asAnswer(
    await call(admin, assets.update, { params: { id }, body: { model: 'X', version } }),
  )
  expect(status).toBe(409)
  expect(body.conflict).toMatchObject({
    changes: [{ field: 'assignedUser', value: 'Team A', by: other.name }],
  })
})

test('of two changes at the same moment one is refused', async () => {
  const { version, change, now } = await kinds.brand()
  const [one, two] = [name(), name()]
  const answers = await Promise.all([
    change(admin, { name: one, version }),
    change(other, { name: two, version }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await now()).toMatchObject({ name: answers[0]?.status === 200 ? one : two, version: version + 1 })
})

test('a change that changes nothing keeps the version', async () => {
  const { version, change, now, first } = await kinds.person()
  await change(admin, { ...first, version })
  const { version: raised } = await now()
  await change(admin, { ...first, version: raised })
  expect(await now()).toMatchObject({ version: raised })
})

test('one who does not see the record learns nothing of its version', async () => {
  const id = await placed(t, 'room', (await siteOf(t)).aou)
  const elsewhere = await t.person({ role: 'User', city: 'Pune' })
  for (const version of [1, 2]) {
    const body = { name: name(), version }
    const { status } = await call(elsewhere, masters.update, { params: { kind: 'room', id }, body })
    expect(status).toBe(404)
  }
})
