import { assets } from '@ats/contract/assets/assets.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import { dashboard } from '@ats/contract/dashboard.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { limitedPeople } from '#test/limited-people.ts'
import { administratorOf, stocked } from '#test/stock.ts'
import { tagSeriesOf } from '#test/tag-series.ts'

const t = await testApp()
const admin = await administratorOf(t)
const { indore, people } = await limitedPeople(t)
const ofRooms = people['two rooms in two cities']
const { id: tagSeriesId } = await tagSeriesOf(t)

const waiting = async (as: Person, location?: string) => {
  const answer = await t.call(as, dashboard.overview, location === undefined ? {} : { query: { location } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.waiting.find(({ what }) => what === 'expected-tags')
}

async function expected(placeId: string) {
  const body = { tagSeriesId, assetName: 'Chair', location: 'indore', placeId }
  const { body: reply, text } = await t.call(admin, assets.register, { body })
  if (reply.asset === undefined) throw new Error(text)
  return reply.asset
}

test('everybody who sees an asset sees that it waits for its tag, until the tag is confirmed', async () => {
  const [near, far] = [await expected(indore.room), await expected(indore.city)]
  await stocked(t)
  expect([await waiting(admin), await waiting(ofRooms)]).toMatchObject([{ count: 2 }, { count: 1 }])
  expect(await waiting(admin, 'mumbai')).toEqual({ what: 'expected-tags', count: 0 })
  for (const { _id, rfidTag } of [near, far])
    await t.call(admin, assetTags.confirm, { params: { id: _id }, body: { rfidTag: rfidTag ?? '' } })
  expect(await waiting(admin)).toMatchObject({ count: 0 })
  await sql`insert into roles (name, permissions) values ('Reader', '{reports}')`.execute(t.db)
  expect(await waiting(await t.person({ role: 'Reader', city: 'Indore' }))).toBeUndefined()
})

test('very many are not counted to the end', async () => {
  await sql`insert into assets (rfid_tag, tag_expected, name_id, state_id, place_id, city_id)
    select 'MANY' || number, true, (select min(id::text)::uuid from asset_names),
      (select id from asset_states order by id limit 1), ${indore.city}::uuid, ${indore.city}::uuid
    from generate_series(1, 10001) as number`.execute(t.db)
  expect(await waiting(admin)).toEqual({ what: 'expected-tags', count: 10_000, more: true })
})
