import {
  mostUnread,
  type Notification,
  notificationRules,
  notifications,
} from '@ats/contract/notifications.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endRows } from '#kernel/db/end-rows.ts'
import { type Person, testApp } from '#test/app.ts'
import { newsFor } from '#test/news.ts'
import { forgetReadNotifications } from './notifications.ts'

const t = await testApp()
const list = async (as: Person, query: Record<string, string> = {}) =>
  (await t.call(as, notifications.list, { query })).body
const ids = (told: Notification[]) => told.map(({ id }) => id)
const setRead = (as: Person | null, id: number | string) =>
  t.call(as, notifications.read, { params: { id: String(id) } })

async function withNews(count: number) {
  const person = await t.person()
  const made: number[] = []
  for (let n = 0; n < count; n += 1) made.push(await newsFor(t, person))
  return { person, made: made.reverse() }
}

test('the newest come first, a page at a time, with the number of unread ones', async () => {
  const { person, made } = await withNews(5)
  await newsFor(t, await t.person())
  const first = await list(person, { size: '2' })
  expect([ids(first.notifications), first.more, first.unread]).toEqual([made.slice(0, 2), true, 5])
  const rest = await list(person, { size: '3', before: String(made[1]) })
  expect([ids(rest.notifications), rest.more, rest.unread]).toEqual([made.slice(2), false, 5])
})

test('the unread are counted up to a bound', async () => {
  const { person } = await withNews(1)
  await sql`insert into notifications (user_id, rule, batch, event_id, at)
    select user_id, rule, n, event_id, at from notifications cross join generate_series(1, ${mostUnread}::int) as n
    where user_id = ${person.id}`.execute(t.db)
  expect((await list(person, { size: '1' })).unread).toBe(mostUnread)
})

test('one is set as read, again without harm, and the unread can be asked for alone', async () => {
  const { person, made } = await withNews(3)
  for (let n = 0; n < 2; n += 1) expect((await setRead(person, made[1] ?? 0)).status).toBe(200)
  expect((await list(person)).notifications.map(({ read }) => read)).toEqual([false, true, false])
  const unread = await list(person, { unread: 'true' })
  expect([ids(unread.notifications), unread.unread]).toEqual([[made[0], made[2]], 2])
})

test('nobody sets somebody else’s as read', async () => {
  const { person, made } = await withNews(1)
  const admin = await t.person({ role: 'Admin' })
  expect((await setRead(admin, made[0] ?? 0)).status).toBe(404)
  expect((await setRead(null, made[0] ?? 0)).status).toBe(401)
  await t.call(admin, notifications.readAll, { body: { upTo: made[0] } })
  expect((await list(person)).unread).toBe(1)
})

test('all are set as read up to the newest one that was seen', async () => {
  const { person, made } = await withNews(3)
  const answer = await t.call(person, notifications.readAll, { body: { upTo: made[1] } })
  expect([answer.status, answer.body.message]).toEqual([200, 'All set as read.'])
  expect((await list(person)).notifications.map(({ read }) => read)).toEqual([false, true, true])
})

test.each([
  ['read', { params: { id: 'x' } }],
  ['read', { params: { id: '0' } }],
  ['readAll', { body: { upTo: 0 } }],
  ['readAll', { body: {} }],
  ['list', { query: { size: '101' } }],
  ['list', { query: { unread: 'maybe' } }],
  ['list', { query: { before: '9007199254740993000' } }],
  ['choose', { body: { choices: [{ rule: 'nothing', mail: 'now' }] } }],
  ['choose', { body: { choices: [{ rule: 'import-finished', mail: 'hourly' }] } }],
] as const)('%s refuses %j', async (name, input) => {
  expect((await t.call(await t.person(), notifications[name], input)).status).toBe(400)
})

const choicesOf = async (as: Person) => (await t.call(as, notifications.choices)).body
const choose = (as: Person, choices: object[]) => t.call(as, notifications.choose, { body: { choices } })

test('nothing comes by mail until someone chooses so, and the choice is kept and in the ledger', async () => {
  const admin = await t.person({ role: 'Admin' })
  // An email about a reset is always sent.
  const offered = notificationRules.filter((rule) => rule !== 'second-factor-reset')
  expect((await choicesOf(admin)).choices).toEqual(offered.map((rule) => ({ rule, mail: 'off' })))
  await choose(admin, [
    { rule: 'import-finished', mail: 'now' },
    { rule: 'rental-ending', mail: 'now' },
    { rule: 'rental-ending', mail: 'daily' },
  ])
  await choose(admin, [{ rule: 'import-finished', mail: 'now' }])
  expect((await choicesOf(admin)).choices.filter(({ mail }) => mail !== 'off')).toEqual([
    { rule: 'import-finished', mail: 'now' },
    { rule: 'rental-ending', mail: 'daily' },
  ])
  expect((await choicesOf(await t.person({ role: 'Admin' }))).choices).toContainEqual({
    ...{ rule: 'import-finished', mail: 'off' },
  })
  const lines = t.db.selectFrom('events').select(['before', 'after']).where('record_id', '=', admin.id)
  expect(await lines.where('action', '=', 'user.mail-choices-changed').execute()).toEqual([
    {
      before: { 'import-finished': 'off', 'rental-ending': 'off' },
      after: { 'import-finished': 'now', 'rental-ending': 'daily' },
    },
  ])
})

test('people are asked only about what can reach them', async () => {
  const rulesOf = async (role: string) =>
    (await choicesOf(await t.person({ role }))).choices.map(({ rule }) => rule)
  expect(await rulesOf('User Management')).toEqual([
    'export-finished',
    'access-requested',
    'help-requested',
    'help-answered',
    'webhook-failing',
  ])
  expect(await rulesOf('User')).not.toContain('access-requested')
})

test('where no mail is set up, the choices say so', async () => {
  expect((await choicesOf(await t.person())).mailIsSet).toBe(false)
})

test('what was read goes after 90 days, everything after a year', async () => {
  const { person, made } = await withNews(5)
  const ages = [89, 91, 91, 364, 366]
  const read = [true, true, false, false, false]
  for (const [n, id] of made.entries())
    await sql`update notifications set at = now() - make_interval(days => ${ages[n]}),
      read_at = case when ${read[n]}::boolean then now() end where id = ${id}`.execute(t.db)
  await forgetReadNotifications(t.db)
  await endRows(t.db, t.config.keepDays)
  const kept = t.db.selectFrom('notifications').select('id').where('user_id', '=', person.id)
  const left = (await kept.orderBy('id', 'desc').execute()).map(({ id }) => id)
  expect(left).toEqual([made[0], made[2], made[3]])
})
