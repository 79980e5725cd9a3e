import { assets } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { wordsOf } from '#kernel/db/contains-pattern.ts'
import { type Person, testApp } from '#test/app.ts'
import { administratorOf, binned, siteIn, stocked } from '#test/stock.ts'
import { searched } from './search.ts'

const t = await testApp()
const { call, db } = t
const admin = await administratorOf(t)
const indore = await siteIn(t, 'Indore')
const mumbai = await siteIn(t, 'Mumbai')

const chair = await stocked(t, {
  ...{ assetName: 'Visitor Chair', rfidTag: 'door-label-7', serialNo: 'SN 12/K9' },
  placeId: indore.room,
})
const table = await stocked(t, { assetName: 'Visitor Table', serialNo: 'chairman-4', placeId: indore.aou })
const hindi = await stocked(t, { assetName: 'लकड़ी की कुर्सी', location: 'mumbai', placeId: mumbai.room })
const signs = await stocked(t, { assetName: '50% off_x \\ Lamp', location: 'mumbai', placeId: mumbai.aou })
const gone = await binned(t, { assetName: 'Visitor Bench' })

const found = async (search: string, as: Person = admin) =>
  (await call(as, assets.list, { query: { search } })).body.assets.map(({ _id }) => _id)

const stateId = '00000000-0000-4000-8000-000000000001'
const placeId = await t.cityId('Pune')
const million = [{ kind: 'city' as const, placeId, cityId: placeId, stateId, live: 1_000_000, deleted: 0 }]

/** The same search in a list that is too long to be read one by one. */
async function foundInMany(search: string) {
  const rest = sql<boolean>`assets.deleted_at is null`
  const sought = { search: search.toLowerCase(), rest, indexRanges: million, bin: 'live' as const }
  const { where } = await searched(db, { ...sought, isAll: true })
  const { rows } = await sql<{ id: string }>`select id from assets where ${where}
    order by id desc`.execute(db)
  return rows.map(({ id }) => id)
}

test.each([
  ['words in another order', 'chair visi', [table, chair]],
  ['parts of words', 'visi chair', [table, chair]],
  ['words with more spaces', '  tor   CHAIR ', [table, chair]],
  ['a word of the name and one of the tag', 'label-7 visitor', [chair]],
  ['a word of the name and one of the serial number', 'chairman table', [table]],
  ['the asset tag id and a word of the name', `visitor ${chair.assetTagId}`, [chair]],
  ['the end of the id and a word of the name', `chair ${chair._id.slice(-9)}`, [chair]],
  ['words in Hindi', 'कुर्सी लकड़ी', [hindi]],
  ['signs that stand for themselves', 'lamp 50%', [signs]],
  ['an underscore and a backslash', 'f_x \\', [signs]],
  ['a text with a space whose words are short', 'sn 12', [chair]],
  ['the same word twice', 'table table', [table]],
  ['more words than are searched one by one', 'k9 visitor chair door-label-7 sn', []],
  ['a percent sign that matches nothing', 'vis%r chair', []],
  ['a word that nothing holds', 'visitor chair zzz', []],
])('%s', async (_name, search, wanted) => {
  const ids = wanted.map(({ _id }) => _id)
  expect(await found(search)).toEqual(ids)
  expect(await foundInMany(search.trim())).toEqual(ids)
})

test('a short word in a long list is found in names and whole tags only, and the reply says so', async () => {
  expect(await foundInMany('vi chair')).toEqual([table._id, chair._id])
  expect(await found('k9 chair')).toEqual([chair._id])
  expect(await foundInMany('k9 chair')).toEqual([])
  const sought = { rest: sql<boolean>`true`, indexRanges: million, bin: 'live' as const, isAll: true }
  expect(await searched(db, { ...sought, search: 'k9 chair' })).toMatchObject({ wholeTagsOnly: true })
})

test('words find nothing out of scope', async () => {
  const keeper = await t.person({ role: 'Sub User', city: 'Indore' })
  await sql`insert into user_places (user_id, place_id) values (${keeper.id}, ${indore.room})`.execute(db)
  expect(await found('chair visitor', keeper)).toEqual([chair._id])
  expect(await found('table visitor', keeper)).toEqual([])
})

test('deleted assets are found by words too', async () => {
  const { body } = await call(admin, assetBin.list, { query: { search: 'bench visi' } })
  expect(body.assets.map(({ _id }) => _id)).toEqual([gone._id])
})

test('the words after the first three are one text', () => {
  expect(wordsOf('a b c d e')).toEqual(['a', 'b', 'c', 'd e'])
  expect(wordsOf('a b c d')).toEqual(['a', 'b', 'c', 'd'])
  expect(wordsOf('a  b a')).toEqual(['a', 'b'])
  expect(wordsOf('')).toEqual([''])
  expect(wordsOf('a a')).toEqual(['a'])
})
