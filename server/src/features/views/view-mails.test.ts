import { exports } from '@ats/contract/exports.ts'
import { type NewSchedule, views } from '@ats/contract/views.ts'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { writeScheduled } from '#features/exports/scheduled.ts'
import { beginNotifying, writeNotifications } from '#features/notifications/notifier.ts'
import { startWorker } from '#kernel/jobs/jobs.ts'
import { jobHandlers } from '#server/app.ts'
import { type Person, testApp } from '#test/app.ts'
import { givePlaces } from '#test/limited-people.ts'
import { mailServer } from '#test/mail-server.ts'
import { toldTo } from '#test/news.ts'
import { ledgerOf, stocked } from '#test/stock.ts'
import { sendViewMail } from './view-mails.ts'

const origin = 'https://assets.example.com'
const { settings: mail, mailsTo, mailTo, state } = await mailServer()
const t = await testApp({ mail, origin, mailAttachmentBytes: 20_000 })
const never = new AbortController().signal
const { 'view-mails': send, 'view-clock': clock } = jobHandlers(t)
const chair = await stocked(t, { assetName: 'Chair' })
const desk = await stocked(t, { assetName: 'Desk' })
const elsewhere = await stocked(t, { assetName: 'Lamp', location: 'mumbai' })
await beginNotifying(t.db)

beforeEach(async () => {
  state.refuses = false
  await sql`delete from jobs.job`.execute(t.db)
})

/** A view that is emailed to its owner, and is due now. */
async function due(owner: Person, schedule: Partial<NewSchedule> = {}, more: object = {}) {
  const view = { name: 'Assets', list: 'assets', columns: ['assetTagId', 'assetName'], ...more }
  const { id } = (await t.call(owner, views.create, { body: view })).body
  const body = { schedule: { every: 'day', hour: 7, zone: 'Asia/Kolkata', format: 'csv', ...schedule } }
  const { status, text } = await t.call(owner, views.change, { params: { id }, body })
  if (status !== 200) throw new Error(text)
  await passTime(id)
  return id
}

async function passTime(id: string) {
  await sql`update view_schedules set next_at = now() - interval '3 days' where view_id = ${id}`.execute(t.db)
  await clock('clock', never)
}

const jobs = async () =>
  (
    await sql<{ id: string }>`select data ->> 'id' as id from jobs.job where name = 'view-mails'`.execute(
      t.db,
    )
  ).rows.map(({ id }) => id)

const labels = [chair, desk].map(({ assetTagId }) => assetTagId).toSorted()

test('a CSV file arrives with the rows that the owner sees', async () => {
  const meera = await t.person({ name: 'Meera' })
  const id = await due(meera, { every: 'week', weekday: 5 }, { name: 'Chairs & desks' })
  expect(await jobs()).toEqual([id])
  await send(id, never)
  const letter = await mailTo(meera.email)
  expect(letter.subject).toBe('Chairs & desks')
  for (const part of ['Hello Meera,', '2 rows', 'every Friday at 07:00 (Asia/Kolkata)', `/views?view=${id}`])
    expect(letter.text).toContain(part)
  const [file] = letter.files
  expect(file?.name).toMatch(/^Chairs desks assets-\d{4}-\d\d-\d\d\.csv$/)
  const rows = parse(file?.bytes.toString() ?? '', { columns: true }) as Record<string, string>[]
  expect(rows.map((row) => row['Asset Tag ID']).toSorted()).toEqual(labels)
  expect(file?.bytes.toString()).not.toContain('Lamp')
  expect((await ledgerOf(t, id)).at(-1)).toMatchObject({ action: 'saved-view.mailed', after: { rows: 2 } })
})

test('a workbook arrives, too, and makes no other news', async () => {
  const meera = await t.person({ name: 'Meera' })
  const id = await due(meera, { format: 'xlsx', every: 'month', monthDay: 31 })
  await send(id, never)
  const letter = await mailTo(meera.email)
  expect(letter.text).toContain('on the last day of every month')
  const book = await readXlsx(letter.files[0]?.bytes ?? Buffer.alloc(0))
  const [head, ...rows] = book.sheets[0]?.rows ?? []
  expect(head).toEqual(['Asset Tag ID', 'Asset Name'])
  expect(rows.map(([label]) => label).toSorted()).toEqual(labels)
  const about = Object.fromEntries(book.sheets[1]?.rows ?? [])
  expect(about['Saved View']).toMatch(/^Assets, mailed for \d{4}-\d\d-\d\d \d\d:\d\d \(Asia\/Kolkata\)$/)
  expect(about['Written For']).toContain(meera.email)
  await writeNotifications(t)
  expect(await toldTo(t, meera)).toEqual([])
})

test('it is sent once, however often it is tried, and again when the next moment comes', async () => {
  const meera = await t.person()
  const id = await due(meera)
  state.refuses = true
  await expect(send(id, never)).rejects.toThrow()
  state.refuses = false
  await send(id, never)
  await send(id, never)
  await clock('clock', never)
  expect(mailsTo(meera.email)).toHaveLength(1)
  await passTime(id)
  await send(id, never)
  expect(mailsTo(meera.email)).toHaveLength(2)
  const { schedule } = (await t.call(meera, views.get, { params: { id } })).body
  expect(new Date(schedule?.nextAt ?? 0).getTime()).toBeGreaterThan(Date.now())
  expect(schedule?.sentAt).not.toBeNull()
})

test.each(['csv', 'xlsx'] as const)('a %s file that is too large is linked', async (format) => {
  const meera = await t.person({ role: 'Admin' })
  await sql`insert into brands (name) select ${format} || md5(number::text) || md5((-number)::text)
    from generate_series(1, 1000) as number`.execute(t.db)
  const id = await due(meera, { format }, { list: 'brand', columns: ['id', 'name'] })
  await send(id, never)
  const letter = await mailTo(meera.email)
  expect(letter.files).toEqual([])
  expect(letter.text).toContain(`${origin}/dashboard/default/exports`)
})

test('it holds what the owner may see when it is sent, not what they could when it was saved', async () => {
  const meera = await t.person()
  const id = await due(meera)
  await givePlaces(t, meera, [await t.cityId('Mumbai')])
  await send(id, never)
  const { files } = await mailTo(meera.email)
  expect(files[0]?.bytes.toString()).toContain(elsewhere.assetTagId)
  for (const label of labels) expect(files[0]?.bytes.toString()).not.toContain(label)
})

test('who may no longer sign in gets nothing', async () => {
  const meera = await t.person()
  const id = await due(meera)
  await sql`update users set status = 'disabled' where id = ${meera.id}`.execute(t.db)
  await send(id, never)
  expect(mailsTo(meera.email)).toEqual([])
  await sql`update users set status = 'active' where id = ${meera.id}`.execute(t.db)
  await send(id, never)
  expect(mailsTo(meera.email)).toEqual([])
})

const losses: [string, object, (person: Person) => Promise<unknown>, string][] = [
  [
    'the screen',
    {},
    ({ id }) =>
      sql`update users set role_id = (select id from roles where name = 'User Management') where id = ${id}`.execute(
        t.db,
      ),
    'You may no longer open this list.',
  ],
  [
    'the place',
    { filter: { location: 'indore' } },
    async (person) => givePlaces(t, person, [await t.cityId('Mumbai')]),
    'City not found.',
  ],
]
test.each(losses)('who lost %s is told so once, and gets no file', async (_, more, lose, reason) => {
  const meera = await t.person()
  const id = await due(meera, {}, more)
  await lose(meera)
  await send(id, never)
  const letter = await mailTo(meera.email)
  expect(letter.files).toEqual([])
  expect(letter.text).toContain(reason)
  await passTime(id)
  await send(id, never)
  expect(mailsTo(meera.email)).toHaveLength(1)
  expect((await t.call(meera, views.get, { params: { id } })).body.schedule?.message).toBe(reason)
  await sql`update users set role_id = (select id from roles where name = 'User') where id = ${meera.id}`.execute(
    t.db,
  )
  await givePlaces(t, meera, [])
  await passTime(id)
  await send(id, never)
  expect((await mailTo(meera.email, 2)).files).toHaveLength(1)
  expect((await t.call(meera, views.get, { params: { id } })).body.schedule?.message).toBeNull()
})

const filesOf = async (owner: Person) =>
  (await t.call(owner, exports.list, { query: { whose: 'own' } })).body.exports.map(({ id, status }) => ({
    id,
    status,
  }))
const cancelFile = (owner: Person, id: string) => t.call(owner, exports.cancel, { params: { id } })

test.each(['csv', 'xlsx'] as const)('a %s file that its owner cancels is not made again', async (format) => {
  const meera = await t.person()
  const id = await due(meera, { format })
  state.refuses = true
  await expect(send(id, never)).rejects.toThrow()
  state.refuses = false
  const [file] = await filesOf(meera)
  await cancelFile(meera, file?.id ?? '')
  await send(id, never)
  expect(await filesOf(meera)).toEqual([{ id: file?.id, status: 'cancelled' }])
  expect(mailsTo(meera.email)).toEqual([])
  const { schedule } = (await t.call(meera, views.get, { params: { id } })).body
  expect(schedule?.message).toBe('The export was cancelled.')
  await passTime(id)
  await send(id, never)
  expect((await mailTo(meera.email)).files).toHaveLength(1)
})

test.each(['csv', 'xlsx'] as const)(
  'a %s file that is cancelled while it is written is not made again',
  async (format) => {
    const meera = await t.person()
    const id = await due(meera, { format })
    const sendCancelled = sendViewMail(t, async (owner, exportId, ...rest) => {
      await cancelFile(meera, exportId)
      return writeScheduled(t)(owner, exportId, ...rest)
    })
    await sendCancelled(id, never)
    await send(id, never)
    expect((await filesOf(meera)).map(({ status }) => status)).toEqual(['cancelled'])
    expect(mailsTo(meera.email)).toEqual([])
  },
)

test('without a schedule, without its view and without mail nothing is sent', async () => {
  const meera = await t.person()
  const id = await due(meera)
  await t.call(meera, views.change, { params: { id }, body: { schedule: null } })
  await send(id, never)
  const gone = await due(meera, {}, { name: 'Gone' })
  await t.call(meera, views.remove, { params: { id: gone } })
  await send(gone, never)
  expect(mailsTo(meera.email)).toEqual([])
  const without = jobHandlers({ ...t, sendMail: undefined })
  const waiting = await due(meera, {}, { name: 'Waiting' })
  await sql`delete from jobs.job`.execute(t.db)
  await sql`update view_schedules set next_at = now() where view_id = ${waiting}`.execute(t.db)
  await without['view-clock']('clock', never)
  expect(await jobs()).toEqual([])
})

test('a worker sends by itself', async () => {
  const meera = await t.person()
  const worker = await startWorker(t.config.databaseUrl, jobHandlers(t), () => undefined)
  await due(meera, { format: 'xlsx' })
  expect((await mailTo(meera.email)).files).toHaveLength(1)
  await worker.stop()
})
