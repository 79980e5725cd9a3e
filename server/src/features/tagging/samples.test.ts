import { assets } from '@ats/contract/assets/assets.ts'
import { taggingDrives } from '@ats/contract/tagging/tagging.ts'
import { tagging } from '@ats/contract/tagging/work.ts'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { siteOf } from '#test/inventories.ts'
import { administratorOf, freshTag, placed } from '#test/stock.ts'
import { driveIn, sent, tagged, untagged } from '#test/tagging.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const ravi = await t.person({ role: 'User', city: 'Indore', name: 'Ravi' })
const meera = await t.person({ role: 'User', city: 'Indore', name: 'Meera' })

async function taggedBy(as: Person, id: string, placeId: string, count: number) {
  const entries = []
  for (let made = 0; made < count; made += 1) {
    const asset = await untagged(t, placeId)
    entries.push(tagged({ placeId, assetId: asset._id }))
  }
  const { body } = await sent(t, as, id, ...entries)
  expect(body.results.every(({ outcome }) => outcome === 'done')).toBe(true)
  return entries as { id: string; assetId: string; tag: string }[]
}
const samples = async (as: Person, id: string) => (await call(as, tagging.samples, { params: { id } })).body
const check = (as: Person, id: string, associationId: string, readTag: string | null) =>
  call(as, tagging.check, { params: { id }, body: { associationId, readTag } })
const driveNow = async (id: string) => (await call(admin, taggingDrives.get, { params: { id } })).body

test('one of each so many associations of a person is checked, by another person', async () => {
  const { id, placeId } = await driveIn(t, { sampleSize: 5 })
  await taggedBy(ravi, id, placeId, 20)
  await taggedBy(meera, id, placeId, 5)
  expect((await samples(ravi, id)).total).toBe(1)
  expect((await samples(meera, id)).total).toBe(4)
  expect((await samples(admin, id)).total).toBe(5)
  const [one] = (await samples(meera, id)).samples
  expect(one).toMatchObject({ taggedBy: 'Ravi', placeId })
  expect(one).not.toHaveProperty('tag')
})

test('a sample by room has so many of each room; none has none', async () => {
  const floor = await placed(t, 'aou', (await siteOf(t)).property)
  const [near, far] = [await placed(t, 'room', floor), await placed(t, 'room', floor)]
  const { id } = await driveIn(t, { placeId: floor, sample: 'room', sampleSize: 2 })
  await taggedBy(ravi, id, near, 4)
  await taggedBy(ravi, id, far, 1)
  const { total, samples: listed } = await samples(meera, id)
  expect([total, listed.filter(({ placeId }) => placeId === near).length]).toEqual([3, 2])
  const none = await driveIn(t, { sample: 'none' })
  await taggedBy(ravi, none.id, none.placeId, 1)
  expect((await samples(meera, none.id)).total).toBe(0)
})

test('a mix-up of two assets fails both, and both are tagged again', async () => {
  const { id, placeId } = await driveIn(t)
  const [one, two, right] = await taggedBy(ravi, id, placeId, 3)
  if (one === undefined || two === undefined || right === undefined) throw new Error('nothing was tagged')
  expect((await check(ravi, id, one.id, one.tag)).body.code).toBe('tagging-check-own')
  const { status, body } = await check(meera, id, one.id, two.tag)
  expect([status, body.outcome, body.code]).toEqual([200, 'other-tag', 'tag-check-of-other'])
  expect((await check(meera, id, right.id, right.tag.toLowerCase())).body.outcome).toBe('right')
  expect((await check(meera, id, two.id, one.tag)).body.code).toBe('tagging-checked-before')
  expect((await samples(meera, id)).total).toBe(0)
  expect(await driveNow(id)).toMatchObject({ total: 3, tagged: 1, left: 2 })
  // The tags are on each other's asset: both associations are made again, without new labels.
  const again = [
    tagged({ placeId, assetId: one.assetId, tag: two.tag }),
    tagged({ placeId, assetId: two.assetId, tag: one.tag }),
  ]
  expect((await sent(t, ravi, id, ...again)).body.results.map(({ outcome }) => outcome)).toEqual([
    'done',
    'done',
  ])
  const now = await call(admin, assets.get, { params: { id: two.assetId } })
  expect(now.body.rfidTag).toBe(one.tag)
  expect(await driveNow(id)).toMatchObject({ total: 3, tagged: 3, left: 0 })
  expect((await samples(meera, id)).total).toBe(2)
  const { rates } = (await call(admin, taggingDrives.quality, { params: { id } })).body
  expect(rates.filter(({ of }) => of === 'all' || of === 'person')).toEqual([
    { of: 'all', name: '', tagged: 5, checked: 3, failed: 2 },
    { of: 'person', name: 'Ravi', tagged: 5, checked: 3, failed: 2 },
  ])
  expect(rates.map(({ of }) => of).sort()).toEqual(['all', 'person', 'room', 'scheme'])
  const { days } = (await call(admin, taggingDrives.days, { params: { id } })).body
  expect(days).toMatchObject([{ tagged: 5, again: 2 }])
})

test('an unreadable tag and an unknown one fail their check', async () => {
  const { id, placeId } = await driveIn(t)
  const [one, two] = await taggedBy(ravi, id, placeId, 2)
  expect((await check(meera, id, one?.id ?? '', null)).body.code).toBe('tag-check-none')
  expect((await check(meera, id, two?.id ?? '', freshTag())).body.code).toBe('tag-check-other')
  expect((await check(meera, id, id, null)).body.code).toBe('tagging-association-not-found')
})
