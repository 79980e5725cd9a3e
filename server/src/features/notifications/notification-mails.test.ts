import { type MailChoice, type NotificationRule, notifications } from '@ats/contract/notifications.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { startWorker } from '#kernel/jobs/jobs.ts'
import { jobHandlers } from '#server/app.ts'
import { type Person, type TestApp, testApp } from '#test/app.ts'
import { mailServer } from '#test/mail-server.ts'
import { stateChange, toldTo } from '#test/news.ts'
import { administratorOf } from '#test/stock.ts'
import { beginNotifying, writeNotifications } from './notifier.ts'

const origin = 'https://assets.example.com'
const { settings: mail, mails, mailsTo, mailTo, state } = await mailServer()
const t = await testApp({ mail, origin })
const without = await testApp()
const asker = await t.person({ name: 'Asha' })
const never = new AbortController().signal
const {
  'notification-mails': sendNotificationMail,
  digests: sendDigest,
  'daily-job': dailyJob,
} = jobHandlers(t)

await beginNotifying(t.db)
beforeEach(async () => {
  state.refuses = false
  await sql`delete from jobs.job`.execute(t.db)
  await t.db.deleteFrom('notification_choices').execute()
})

async function wanting(mail: MailChoice, rule: NotificationRule = 'state-change-decided', on: TestApp = t) {
  const person = await on.person({ name: 'Meera' })
  await on.call(person, notifications.choose, { body: { choices: [{ rule, mail }] } })
  return person
}

/** Denies a request of this person. */
async function denied(person: Person, note = 'Not this year', on: TestApp = t) {
  const change = await stateChange(on, person)
  await change.end(await administratorOf(on), 'denied', note)
  return change
}

async function jobs(queue: string, on: TestApp = t) {
  const { rows } = await sql<{ id: string }>`
    select data ->> 'id' as id from jobs.job where name = ${queue} order by created_on`.execute(on.db)
  return rows.map(({ id }) => id)
}

/** A new person in Indore with email notifications, and ways to lose access to all of them. */
const losses: [string, (person: Person) => Promise<unknown>][] = [
  [
    'place',
    async ({ id }) => {
      const place_id = await t.cityId('Mumbai')
      await t.db.insertInto('user_places').values({ user_id: id, place_id }).execute()
    },
  ],
  [
    'permission',
    ({ id }) =>
      sql`update users set role_id = (select id from roles where name = 'User Management') where id = ${id}`.execute(
        t.db,
      ),
  ],
]

test.each(losses)(
  'who lost the %s after they were told reads nothing of it and gets no mail',
  async (_, lose) => {
    const atOnce = await wanting('now', 'state-change-requested')
    const daily = await wanting('daily', 'state-change-requested')
    await stateChange(t, asker)
    await writeNotifications(t)
    const [letter = ''] = await jobs('notification-mails')
    expect([await toldTo(t, atOnce), await toldTo(t, daily)]).toMatchObject([[{}], [{}]])
    for (const person of [atOnce, daily]) await lose(person)
    for (const person of [atOnce, daily]) {
      const { body } = await t.call(person, notifications.list)
      expect([body.notifications, body.unread]).toEqual([[], 0])
    }
    await sendNotificationMail(letter, never)
    await sendDigest(daily.id, never)
    expect([...mailsTo(atOnce.email), ...mailsTo(daily.email)]).toEqual([])
  },
)

test('who wants it at once gets one mail, with what was said and where to look', async () => {
  const meera = await wanting('now')
  const { asset } = await denied(meera)
  await writeNotifications(t)
  const [id = '', ...others] = await jobs('notification-mails')
  expect(others).toEqual([])
  await sendNotificationMail(id, never)
  const letter = await mailTo(meera.email)
  expect(letter.subject).toBe(`Your request for Chair ${asset.assetTagId} was denied`)
  for (const part of ['Hello Meera,', 'Not this year', `${origin}/dashboard/asset-state-change`])
    expect(letter.text).toContain(part)
  expect(letter.text).toContain(`${origin}/dashboard/default/notifications`)
  expect(letter.from).toBe('assets@example.com')
  await sendNotificationMail(id, never)
  expect(mailsTo(meera.email)).toHaveLength(1)
})

test('a job that is tried again or twice at once sends no second mail', async () => {
  const meera = await wanting('now')
  await denied(meera)
  await writeNotifications(t)
  const [id = ''] = await jobs('notification-mails')
  state.refuses = true
  await expect(sendNotificationMail(id, never)).rejects.toThrow()
  state.refuses = false
  await Promise.all([
    sendNotificationMail(id, never),
    sendNotificationMail(id, never),
    sendNotificationMail(id, never),
  ])
  expect(mailsTo(meera.email)).toHaveLength(1)
})

test('what was read before the mail went out is not mailed', async () => {
  const meera = await wanting('now')
  await denied(meera)
  await writeNotifications(t)
  const [id = ''] = await jobs('notification-mails')
  await t.call(meera, notifications.read, { params: { id } })
  await sendNotificationMail(id, never)
  expect(mailsTo(meera.email)).toEqual([])
})

test('many requests in one call are one mail', async () => {
  const meera = await wanting('now', 'state-change-requested')
  const requestId = 'a bulk call'
  for (let n = 0; n < 3; n += 1) {
    await stateChange(t, asker, { requestId })
    await writeNotifications(t)
  }
  const ids = await jobs('notification-mails')
  expect(ids).toHaveLength(1)
  await sendNotificationMail(ids[0] ?? '', never)
  expect((await mailTo(meera.email)).subject).toBe('Asha requested a state change for 3 assets')
})

test('who wants a digest gets one mail a day, of what is unread', async () => {
  const meera = await wanting('daily')
  const ravi = await wanting('off')
  const first = await denied(meera)
  await denied(meera)
  await denied(ravi)
  await writeNotifications(t)
  expect(await jobs('notification-mails')).toEqual([])
  await dailyJob('morning', never)
  expect(await jobs('digests')).toEqual([meera.id])
  await Promise.all([sendDigest(meera.id, never), sendDigest(meera.id, never)])
  const letter = await mailTo(meera.email)
  expect(letter.subject).toBe('2 unread notifications')
  expect(letter.text).toContain(`- Your request for Chair ${first.asset.assetTagId} was denied`)
  await sendDigest(ravi.id, never)
  await dailyJob('morning', never)
  expect(await jobs('digests')).toEqual([meera.id])
  expect(mailsTo(ravi.email)).toEqual([])
})

test('the morning also tells of rentals that end, in time for the digest', async () => {
  const meera = await wanting('daily', 'rental-ending')
  const { asset } = await stateChange(t, asker)
  await sql`update assets set rental_start = current_date - 360, rental_months = 12 where id = ${asset._id}`.execute(
    t.db,
  )
  await dailyJob('morning', never)
  await sendDigest(meera.id, never)
  expect((await mailTo(meera.email)).text).toContain(`The rental of Chair ${asset.assetTagId} ends on`)
})

test('a digest that cannot be sent is sent later, whole', async () => {
  const meera = await wanting('daily')
  await denied(meera)
  await writeNotifications(t)
  state.refuses = true
  await expect(sendDigest(meera.id, never)).rejects.toThrow()
  state.refuses = false
  await sendDigest(meera.id, never)
  expect((await mailTo(meera.email)).subject).toBe('1 unread notification')
})

test('someone who may no longer sign in gets no mail', async () => {
  const meera = await wanting('now')
  await denied(meera)
  await writeNotifications(t)
  const [id = ''] = await jobs('notification-mails')
  await sql`update users set status = 'disabled' where id = ${meera.id}`.execute(t.db)
  await sendNotificationMail(id, never)
  expect(mailsTo(meera.email)).toEqual([])
})

test('where no mail is set up, nothing is enqueued, and the notification is there all the same', async () => {
  await beginNotifying(without.db)
  const meera = await wanting('now', 'state-change-decided', without)
  const ravi = await wanting('daily', 'state-change-decided', without)
  await denied(meera, 'no', without)
  await denied(ravi, 'no', without)
  await writeNotifications(without)
  await jobHandlers(without)['daily-job']('morning', never)
  expect([await jobs('notification-mails', without), await jobs('digests', without)]).toEqual([[], []])
  expect(await toldTo(without, meera)).toContainEqual(
    expect.objectContaining({ action: 'state-change.denied', detail: 'no', read: false }),
  )
})

test('a worker sends by itself, and has one morning a day', async () => {
  const count = mails.length
  const meera = await wanting('now')
  const worker = await startWorker(t.config.databaseUrl, jobHandlers(t), () => undefined, {
    zone: 'Asia/Kolkata',
  })
  await denied(meera)
  await writeNotifications(t)
  expect((await mailTo(meera.email)).subject).toContain('denied')
  expect(mails).toHaveLength(count + 1)
  const { rows } = await sql`select name, cron, timezone from jobs.schedule order by name`.execute(t.db)
  expect(rows).toEqual([
    { name: 'daily-job', cron: '0 7 * * *', timezone: 'Asia/Kolkata' },
    { name: 'view-clock', cron: '*/15 * * * *', timezone: 'UTC' },
  ])
  await worker.stop()
})
