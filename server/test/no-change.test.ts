import { assets } from '@ats/contract/assets/assets.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import { roles } from '@ats/contract/identity/roles.ts'
import { users } from '@ats/contract/identity/users.ts'
import { masters } from '@ats/contract/masters.ts'
import { notifications } from '@ats/contract/notifications.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from './app.ts'
import { stateChangeCalls } from './state-changes.ts'
import { administratorOf, placed, siteIn, stocked } from './stock.ts'

const t = await testApp()
const { call, person } = t
const admin = await administratorOf(t)
const site = await siteIn(t, 'Indore')
const clerk = await person({ role: 'User', city: 'Indore', name: 'Ravi' })
const details = {
  ...{
    placeId: site.room,
    assignedUser: clerk.email,
    assetState: 'Working',
    brand: 'Godrej',
    vendor: 'Sharma',
  },
  ...{ model: 'M1', serialNo: 'S1', rentalStartDate: '2026-01-01', rentalPeriod: '12' },
}

/** Every row that a change could touch, and the length of the ledger. */
async function everything() {
  const { rows } = await sql`select
    (select jsonb_agg(to_jsonb(assets) order by id) from assets) as assets,
    (select jsonb_agg(to_jsonb(asset_tags) order by id) from asset_tags) as tags,
    (select jsonb_agg(to_jsonb(state_changes) order by id) from state_changes) as requests,
    (select jsonb_agg(to_jsonb(places) order by id) from places) as places,
    (select jsonb_agg(to_jsonb(brands) order by id) from brands) as brands,
    (select jsonb_agg(to_jsonb(users) - 'last_sign_in_at' order by id) from users) as users,
    (select jsonb_agg(to_jsonb(user_places) order by user_id, place_id) from user_places) as given,
    (select jsonb_agg(to_jsonb(roles) order by id) from roles) as roles,
    (select count(*) from events) as events`.execute(t.db)
  return rows[0]
}

/** An asset with a pending state change request. */
async function awaited() {
  const asset = await stocked(t, details)
  const { body } = await stateChangeCalls(t).ask(admin, [asset])
  expect(body.done).toBe(1)
  return asset
}

const put = async (body: object) => {
  const { _id: id, ...asset } = await awaited()
  return () => call(clerk, assets.update, { params: { id }, body: { rfidTag: asset.rfidTag, ...body } })
}
const bulk = async (body: object) => {
  const { _id } = await awaited()
  return () => call(clerk, assetBulk.change, { body: { ids: [_id], ...body } })
}

const sameCalls: [string, () => Promise<() => Promise<{ status: number; text: string }>>][] = [
  ['an edit that sends nothing', () => put({})],
  ['an edit that sends all as it is', () => put({ ...details, assetName: 'chair', location: 'indore' })],
  ['a move of an asset to where it is', () => put({ placeId: site.room })],
  ['the removal of a picture that is not there', () => put({ removeImage: 'true' })],
  ['a move of many to where they are', () => bulk({ action: 'move', placeId: site.room })],
  ['an assignment of many to whom they are assigned', () => bulk({ action: 'assign', assignedUser: 'ravi' })],
  [
    'a tag replaced by itself',
    async () => {
      const { _id: id, rfidTag } = await awaited()
      return () => call(clerk, assetTags.replace, { params: { id }, body: { rfidTag } })
    },
  ],
  [
    'a place renamed to its own name, and moved to where it is',
    async () => {
      const id = await placed(t, 'aou', site.property, 'Stores')
      const body = { name: 'Stores', parentId: site.property }
      return () => call(admin, masters.update, { params: { kind: 'aou', id }, body })
    },
  ],
  [
    'a brand renamed to its own name',
    async () => {
      const params = { kind: 'brand' }
      const { id } = (await call(admin, masters.create, { params, body: { name: 'Usha' } })).body
      return () => call(admin, masters.update, { params: { kind: 'brand', id }, body: { name: 'Usha' } })
    },
  ],
  [
    'a user saved as they are',
    async () => {
      const { id, email } = await person({ role: 'User', city: 'Indore', name: 'Same' })
      const given = { places: [site.room, site.mm], role: 'user', location: 'indore', status: 'active' }
      await call(admin, users.update, { params: { id }, body: given })
      const body = { ...given, places: [site.mm, site.room], name: 'Same', email, password: '' }
      return () => call(admin, users.update, { params: { id }, body })
    },
  ],
  [
    'a profile saved as it is',
    async () => () => call(clerk, users.updateProfile, { body: { name: 'Ravi' } }),
  ],
  ['the own picture removed where there is none', async () => () => call(clerk, users.removeMyPicture)],
  [
    'a role with the same permissions in another order',
    async () => {
      const body = { roleName: 'Keeper', permissions: ['reports', 'manage-asset'] }
      const { id } = (await call(admin, roles.create, { body })).body.role
      return () =>
        call(admin, roles.update, {
          params: { id },
          body: { ...body, permissions: ['manage-asset', 'reports'] },
        })
    },
  ],
  [
    'mail choices that are so already',
    async () => {
      const { choices } = (await call(clerk, notifications.choices)).body
      return () => call(clerk, notifications.choose, { body: { choices } })
    },
  ],
]

test.each(sameCalls)('%s works, and changes neither a row nor the ledger', async (_name, prepare) => {
  const send = await prepare()
  const before = await everything()
  const { status, text } = await send()
  expect(status, text).toBe(200)
  expect(await everything()).toEqual(before)
})

test('of many assets only those that differ get a version and a line', async () => {
  const [same, other] = [await awaited(), await stocked(t, { ...details, placeId: site.mm })]
  const body = { ids: [same._id, other._id], action: 'move', placeId: site.room }
  expect((await call(clerk, assetBulk.change, { body })).body).toMatchObject({ done: 2, failed: 0 })
  const versionOf = async (id: string) => (await call(clerk, assets.get, { params: { id } })).body.version
  expect([await versionOf(same._id), await versionOf(other._id)]).toEqual([1, 2])
})
