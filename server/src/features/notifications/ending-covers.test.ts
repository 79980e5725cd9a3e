import { covers } from '@ats/contract/covers.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { coverOf, dayIn } from '#test/covers.ts'
import { limitedPeople } from '#test/limited-people.ts'
import { toldTo } from '#test/news.ts'
import { administratorOf, ledgerOf, stocked } from '#test/stock.ts'
import { noteEndingCovers } from './ending-covers.ts'
import { beginNotifying, writeNotifications } from './notifier.ts'

const t = await testApp()
await beginNotifying(t.db)
const admin = await administratorOf(t)
const { indore, pune, people } = await limitedPeople(t)
const zone = t.config.timeZone
const note = () => noteEndingCovers(t.db, zone)

const endings = async (id: string) =>
  (await ledgerOf(t, id)).filter(({ action }) => action === 'cover.ending').map(({ after }) => after)

const toldOf = async (as: Parameters<typeof toldTo>[1], id: string) =>
  (await toldTo(t, as)).filter(({ recordId }) => recordId === id).map(({ rule, detail }) => [rule, detail])

const change = (id: string, body: object) => t.call(admin, covers.change, { params: { id }, body })

test('each reminder day is noted once, whatever number of workers look', async () => {
  const { _id: id } = await coverOf(t, [], { endsOn: dayIn(31), reminderDays: [30, 7] })
  await note()
  expect(await endings(id)).toEqual([])
  await change(id, { endsOn: dayIn(30) })
  await Promise.all([note(), note(), note()])
  expect(await endings(id)).toEqual([{ endsOn: dayIn(30), daysLeft: 30 }])
  await note()
  expect(await endings(id)).toHaveLength(1)
  // Another end is announced again; days that passed together are one entry.
  await change(id, { endsOn: dayIn(3) })
  await Promise.all([note(), note()])
  await note()
  expect((await endings(id)).slice(1)).toEqual([{ endsOn: dayIn(3), daysLeft: 3 }])
})

test('covers that ended, were cancelled or are renewed need no reminder', async () => {
  const soon = { endsOn: dayIn(5) }
  const [ended, cancelled, renewed] = [
    await coverOf(t, [], { endsOn: dayIn(-1) }),
    await coverOf(t, [], soon),
    await coverOf(t, [], soon),
  ]
  await t.call(admin, covers.cancel, { params: { id: cancelled._id }, body: { reason: 'Sold' } })
  const renewal = { name: 'Next', startsOn: dayIn(6), endsOn: dayIn(400) }
  await t.call(admin, covers.renew, { params: { id: renewed._id }, body: renewal })
  await note()
  for (const { _id } of [ended, cancelled, renewed]) expect(await endings(_id)).toEqual([])
})

test('its maker and everybody who may change it are notified, and nobody else', async () => {
  const [one, two] = [
    await stocked(t, { placeId: indore.room }),
    await stocked(t, { location: 'pune', placeId: pune.room }),
  ]
  const [keeper, neighbour] = [people['two rooms in two cities'], people['an AoU']]
  const both = await coverOf(t, [one._id, two._id], { endsOn: dayIn(6) })
  const own = await coverOf(t, [], { endsOn: dayIn(7) }, neighbour)
  await note()
  await writeNotifications(t)
  const news = [['cover-ending', dayIn(6)]]
  expect(await toldOf(admin, both._id)).toEqual(news)
  expect(await toldOf(keeper, both._id)).toEqual(news)
  expect(await toldOf(neighbour, both._id)).toEqual([])
  expect(await toldOf(neighbour, own._id)).toEqual([['cover-ending', dayIn(7)]])
  expect(await toldOf(keeper, own._id)).toEqual([])
  // The news ends with the right to change the cover.
  await t.db
    .deleteFrom('user_places')
    .where('user_id', '=', keeper.id)
    .where('place_id', '=', pune.room)
    .execute()
  expect(await toldOf(keeper, both._id)).toEqual([])
})
