import { assets } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import { audit } from '@ats/contract/audit.ts'
import { bulkJobs } from '@ats/contract/bulk-jobs.ts'
import { exports } from '@ats/contract/exports.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { hearLive, type LiveMessage, live } from '@ats/contract/live.ts'
import { notifications } from '@ats/contract/notifications.ts'
import { views } from '@ats/contract/views.ts'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { beginNotifying, writeNotifications } from '#features/notifications/notifier.ts'
import { noteEndingRentals } from '#features/notifications/rentals.ts'
import { watchReaders } from '#features/readers/alerts.ts'
import { jobHandlers } from '#server/app.ts'
import { type Person, testApp } from './app.ts'
import { asked, opened, ticketFor } from './exports.ts'
import { planned, step } from './inventories.ts'
import { limitedPeople, limitedRole } from './limited-people.ts'
import { mailServer } from './mail-server.ts'
import { seenIn } from './readers.ts'
import { secretsOf } from './scope-town.ts'
import { stateChangeCalls } from './state-changes.ts'
import { administratorOf, freshTag, placed, siteIn, stocked } from './stock.ts'

const { settings: mail, mailsTo } = await mailServer()
const t = await testApp({ mail })
const { call } = t
const address = await t.app.listen({ host: '127.0.0.1', port: 0 })
const never = new AbortController().signal
const handlers = jobHandlers(t)
await limitedPeople(t)
await beginNotifying(t.db)
const admin = await administratorOf(t)
const site = await siteIn(t, 'Indore')
const outside = await placed(t, 'room', site.aou)
const facts = () => ({ serialNo: `SN${freshTag()}` })
const hidden = [
  await stocked(t, { ...facts(), placeId: site.room }),
  await stocked(t, { ...facts(), placeId: site.room }),
] as const
const shown = await stocked(t, { placeId: outside })
const secrets = secretsOf([...hidden], [], [])
const [counter, colleague] = [
  await t.person({ role: limitedRole, city: 'Indore' }),
  await t.person({ role: limitedRole, city: 'Indore' }),
]
const people = [counter, colleague]
const shownIn = (text: string) => secrets.filter((secret) => text.includes(secret))

const open = new AbortController()
afterAll(() => open.abort())

async function listenAs({ headers }: Person) {
  const { body } = await fetch(`${address}${live.stream.path}`, { headers, signal: open.signal })
  const told: LiveMessage[] = []
  if (body !== null) void hearLive(body, ({ message }) => told.push(message)).catch(() => undefined)
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(0))
  return {
    resets: () => told.filter(({ type }) => type === 'reset').length,
    events: () => told.flatMap((message) => (message.type === 'events' ? message.events : [])),
  }
}

/** A finished job that moved assets and gives the reason why one stayed. */
async function jobOf(
  { id }: Person,
  work: 'move-assets' | 'start-inventory',
  details: object = {},
): Promise<string> {
  const results = work === 'move-assets' ? hidden.map(failedOn) : []
  const { rows } = await sql<{ id: string }>`
    insert into bulk_jobs (user_id, work, details, status, total, done, failed, results, finished_at)
    values (${id}, ${work}, ${JSON.stringify(details)}, 'done', 1234, 1232, 2, ${JSON.stringify(results)}, now())
    returning id`.execute(t.db)
  return rows[0]?.id ?? ''
}
const failedOn = ({ _id, assetTagId }: (typeof hidden)[number]) => ({
  ...{ _id, assetTagId, ok: false, message: 'Asset not found.', code: 'asset-not-found' },
})

/** An Excel export of all assets that is ready before the count starts. */
async function bookOf(person: Person) {
  const { body } = await asked(t, person, { list: 'assets', format: 'xlsx' })
  await handlers.exports(body.export.id, never)
  return body.export.id
}

async function mailedView(person: Person) {
  const view = { name: 'Assets', list: 'assets', columns: ['assetTagId', 'assetName', 'serialNo'] }
  const { id } = (await call(person, views.create, { body: view })).body
  const schedule = { every: 'day', hour: 7, zone: 'Asia/Kolkata', format: 'csv' }
  await call(person, views.change, { params: { id }, body: { schedule } })
  return id
}

const choices = (['rental-ending', 'state-change-requested', 'asset-seen-elsewhere'] as const).map(
  (rule) => ({
    rule,
    mail: 'now' as const,
  }),
)
const books = new Map<Person, string>()
const mailed = new Map<Person, string>()
const jobs = new Map<Person, string>()
for (const person of people) {
  await call(person, notifications.choose, { body: { choices } })
  books.set(person, await bookOf(person))
  mailed.set(person, await mailedView(person))
  jobs.set(person, await jobOf(person, 'move-assets'))
}
const streams = { counter: await listenAs(counter), colleague: await listenAs(colleague) }
const inventory = await planned(t, { placeId: site.room, blind: true, people: [counter.id] })
await step(t, inventory, 'start')
const { rows: sinceStart } = await sql<{ id: number }>`select max(id) as id from events`.execute(t.db)

/** What can happen to assets while somebody counts them. */
async function work() {
  const [one, two] = hidden
  const { ask } = stateChangeCalls(t)
  await call(admin, assets.update, { params: { id: one._id }, body: { model: `MO${freshTag()}` } })
  await ask(admin, [one])
  await call(admin, assetTags.replace, { params: { id: two._id }, body: { rfidTag: freshTag() } })
  await call(admin, assets.remove, { params: { id: two._id } })
  await call(admin, assetBin.restore, { body: { ids: [two._id] } })
  await sql`update assets set rental_start = (now() + interval '9 days' - interval '1 month')::date, rental_months = 1
    where id = ${two._id}`.execute(t.db)
  await noteEndingRentals(t.db, t.config.timeZone)
  await seenIn(t, one.rfidTag ?? '', outside)
  await watchReaders(t.db)
  await writeNotifications(t)
  await call(admin, assets.update, { params: { id: shown._id }, body: { model: 'The last' } })
}
await work()

const waitingMails = async () =>
  (
    await sql<{
      id: string
    }>`select data ->> 'id' as id from jobs.job where name = 'notification-mails'`.execute(t.db)
  ).rows

test('the person is told which places are hidden, and nobody else', async () => {
  const { countsBlind } = (await call(counter, sessions.me)).body
  expect(countsBlind).toMatchObject([{ _id: site.room, inventoryId: expect.stringMatching(/^INV-/) }])
  expect((await call(colleague, sessions.me)).body.countsBlind).toEqual([])
})

test('the live stream says that lists changed, and nothing of the assets in it', async () => {
  for (const { events } of Object.values(streams))
    await vi.waitFor(() => expect(events().map(({ record }) => record)).toContain(shown._id), 8000)
  const ids = hidden.map(({ _id }) => _id)
  const about = ({ events }: (typeof streams)['counter']) =>
    events().filter(({ record, kind }) => ids.includes(record) || kind === 'state-change').length
  expect([about(streams.counter), about(streams.colleague)]).toEqual([0, expect.any(Number)])
  expect(about(streams.colleague)).toBeGreaterThan(5)
  expect([streams.counter.resets(), streams.colleague.resets()]).toEqual([1, 0])
})

test('a stream that begins again after counting began or ended says that lists changed', async () => {
  const since = async () => {
    const { text } = await call(counter, live.stream, { query: { seconds: '0' } })
    return /^id: (.*)$/m.exec(text)?.[1] ?? ''
  }
  const resumed = async (position: string) => {
    const headers = { ...counter.headers, 'last-event-id': position }
    return (await call({ headers }, live.stream, { query: { seconds: '0' } })).text
  }
  const before = await since()
  expect(await resumed(before)).not.toContain('reset')
  const other = await planned(t, { placeId: outside, blind: true, people: [counter.id] })
  await step(t, other, 'start')
  expect(await resumed(before)).toContain('reset')
  await step(t, other, 'review')
})

test('no notification names one of them, on the screen or by mail', async () => {
  const told = async (person: Person) => (await call(person, notifications.list, {})).text
  expect(shownIn(await told(colleague)).length).toBeGreaterThan(2)
  expect(shownIn(await told(counter))).toEqual([])
  for (const { id } of await waitingMails()) await handlers['notification-mails'](id, never)
  const mails = ({ email }: Person) => mailsTo(email).map(({ subject, text }) => subject + text)
  await vi.waitFor(() => expect(shownIn(mails(colleague).join()).length).toBeGreaterThan(1))
  expect(shownIn(mails(counter).join())).toEqual([])
})

test('no file that was made before shows them', async () => {
  const fileOf = async (person: Person) => {
    const { status, body } = await call(person, exports.ticket, { params: { id: books.get(person) ?? '' } })
    return status === 200 ? (await opened(t, body.address, person.cookie)).statusCode : status
  }
  expect(await fileOf(colleague)).toBe(200)
  expect(await fileOf(counter)).toBeGreaterThanOrEqual(400)
  const { body } = await asked(t, counter, { list: 'audit' })
  const { body: lines } = await opened(t, await ticketFor(t, counter, body.export.id), counter.cookie)
  expect(shownIn(lines)).toEqual([])
})

test('no saved view that is mailed shows them', async () => {
  for (const person of people) {
    const id = mailed.get(person) ?? ''
    await sql`update view_schedules set next_at = now() - interval '3 days' where view_id = ${id}`.execute(
      t.db,
    )
    await handlers['view-clock']('clock', never)
    await handlers['view-mails'](id, never)
  }
  const rows = ({ email }: Person) =>
    mailsTo(email)
      .flatMap(({ files }) => files)
      .map(({ bytes }) => bytes.toString())
      .join()
  await vi.waitFor(() => expect(rows(counter)).toContain(shown.assetTagId))
  await vi.waitFor(() => expect(shownIn(rows(colleague)).length).toBeGreaterThan(1))
  expect(shownIn(rows(counter))).toEqual([])
})

test('the audit log says nothing of them', async () => {
  const lines = async (person: Person) => {
    const { text } = await call(person, audit.list, { query: { size: '500' } })
    const ids = t.db
      .selectFrom('events')
      .select('id')
      .where('id', '>', sinceStart[0]?.id ?? 0)
    const each: string[] = []
    for (const { id } of await ids.execute()) {
      const line = await call(person, audit.get, { params: { id: String(id) } })
      if (line.status === 200) each.push(line.text)
    }
    return shownIn(text + each.join())
  }
  expect((await lines(colleague)).length).toBeGreaterThan(3)
  expect(await lines(counter)).toEqual([])
})

test('no work of their own names them, or says how many are expected', async () => {
  const jobsOf = async (person: Person) => {
    const { text } = await call(person, bulkJobs.list)
    return text + (await call(person, bulkJobs.get, { params: { id: jobs.get(person) ?? '' } })).text
  }
  expect(shownIn(await jobsOf(colleague)).length).toBeGreaterThan(3)
  expect(shownIn(await jobsOf(counter))).toEqual([])
  for (const person of people) {
    const id = await jobOf(person, 'start-inventory', { id: inventory })
    const { done, failed, total } = (await call(person, bulkJobs.get, { params: { id } })).body
    expect([done, failed, total]).toEqual(person === counter ? [0, 0, null] : [1232, 2, 1234])
  }
})

test('it is all there again when counting has ended, and the stream says so', async () => {
  const resets = streams.counter.resets()
  await step(t, inventory, 'review')
  await vi.waitFor(() => expect(streams.counter.resets()).toBe(resets + 1), 8000)
  expect((await call(counter, sessions.me)).body.countsBlind).toEqual([])
  expect(shownIn((await call(counter, notifications.list, {})).text).length).toBeGreaterThan(2)
  expect(shownIn((await call(counter, bulkJobs.list)).text).length).toBeGreaterThan(3)
})
