import { notifications } from '@ats/contract/notifications.ts'
import { ownFieldDefinitions } from '@ats/contract/own-fields/definitions.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { beginNotifying, writeNotifications } from '#features/notifications/notifier.ts'
import { testApp } from '#test/app.ts'
import { administratorOf, ledgerOf, stocked } from '#test/stock.ts'
import { noteDueFields } from './reminders.ts'

const t = await testApp()
const admin = await administratorOf(t)
await beginNotifying(t.db)
const manager = await t.person({ role: 'User' })
const elsewhere = await t.person({ role: 'User', city: 'Mumbai' })

beforeEach(async () => {
  await sql`delete from own_fields`.execute(t.db)
  await sql`update assets set fields = '{}'`.execute(t.db)
  await writeNotifications(t)
  await t.db.deleteFrom('notifications').execute()
})

const define = (body: object = {}) =>
  t.call(admin, ownFieldDefinitions.create, {
    body: { type: 'day', label: 'Next Inspection', key: 'nextInspection', remindDays: [30, 7], ...body },
  })

async function dueIn(days: number, id?: string) {
  const asset = id ?? (await stocked(t))._id
  await sql`update assets set fields = jsonb_build_object('nextInspection', (now()::date + ${days}::int)::text)
    where id = ${asset}`.execute(t.db)
  return asset
}
const remind = () => Promise.all([noteDueFields(t.db, 'UTC'), noteDueFields(t.db, 'UTC')])
const remindersOf = async (id: string) =>
  (await ledgerOf(t, id)).flatMap(({ action, after }) => {
    const facts = after as Record<string, unknown> | null
    return action === 'asset.field-due' ? [facts?.remindDays] : []
  })
const heard = async (as = manager) => {
  await writeNotifications(t)
  return (await t.call(as, notifications.list)).body.notifications
}

test('people who manage the asset there are reminded, once for each day and reminder', async () => {
  await define()
  const id = await dueIn(30)
  await dueIn(31)
  await remind()
  await remind()
  expect(await remindersOf(id)).toEqual([30])
  expect(await heard()).toMatchObject([
    { rule: 'field-due', recordId: id, count: 1, field: { label: 'Next Inspection', labelHi: null } },
  ])
  expect(await heard(elsewhere)).toEqual([])
  await dueIn(7, id)
  await remind()
  expect(await remindersOf(id)).toEqual([30, 7])
})

test('what a worker could not say on its day is said within a week, and only the nearest reminder', async () => {
  await define()
  const [late, tooLate, today] = [await dueIn(25), await dueIn(20), await dueIn(1)]
  await remind()
  expect(await Promise.all([late, tooLate, today].map(remindersOf))).toEqual([[30], [], [7]])
})

test('a day that has passed, a deleted asset and a retired field remind nobody', async () => {
  const field = await define({ remindDays: [0] })
  const [past, gone] = [await dueIn(-1), await dueIn(0)]
  await sql`update assets set deleted_at = now(), deleted_by = ${admin.id}, delete_reason = 'x'
    where id = ${gone}`.execute(t.db)
  await remind()
  expect(await Promise.all([past, gone].map(remindersOf))).toEqual([[], []])
  await t.call(admin, ownFieldDefinitions.retire, { params: { id: field.body.id }, body: {} })
  const other = await dueIn(0)
  await remind()
  expect(await remindersOf(other)).toEqual([])
})

test('many assets are one notification, which people without the permission of the field do not get', async () => {
  await define({ seenWith: 'user-management' })
  await dueIn(30)
  await dueIn(7)
  await remind()
  expect(await heard()).toEqual([])
  expect(await heard(admin)).toMatchObject([{ count: 2, subject: null, detail: null }])
})
