import { inventories } from '@ats/contract/inventories/inventories.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { planned, step } from '#test/inventories.ts'
import { toldTo } from '#test/news.ts'
import { administratorOf } from '#test/stock.ts'
import { noteDueInventories } from './due-inventories.ts'
import { beginNotifying, writeNotifications } from './notifier.ts'

const t = await testApp()
await beginNotifying(t.db)
const admin = await administratorOf(t)
const counter = await t.person({ role: 'User', city: 'Indore', name: 'Ravi' })
const zone = 'Asia/Kolkata'

/** The date this many days from now, in the time zone of the installation. */
async function dayIn(days: number) {
  const { rows } = await sql<{
    day: string
  }>`select ((now() at time zone ${zone})::date + ${days}::int)::text as day`.execute(t.db)
  return rows[0]?.day ?? ''
}

const dueIn = async (days: number, people = [counter.id]) => {
  const dueOn = await dayIn(days)
  return { dueOn, id: await planned(t, { people, dueOn }) }
}

/** A person's notifications about one inventory after the morning run, newest first. */
async function morning(id: string, as = counter) {
  await noteDueInventories(t.db, zone)
  await writeNotifications(t)
  return (await toldTo(t, as))
    .filter(({ recordId, action }) => recordId === id && action !== 'inventory.planned')
    .map(({ action, detail, subject, rule }) => [rule, action, detail, subject?.slice(0, 4)])
}

test('whoever is to count is told once a day before it is due, and once when it is overdue', async () => {
  const { id, dueOn } = await dueIn(1)
  const soon = ['inventory-to-do', 'inventory.due-soon', dueOn, 'INV-']
  expect(await morning(id)).toEqual([soon])
  await Promise.all([noteDueInventories(t.db, zone), noteDueInventories(t.db, zone)])
  expect(await morning(id)).toEqual([soon])
  await sql`update inventories set due_on = due_on - 2 where id = ${id}`.execute(t.db)
  const overdue = ['inventory-to-do', 'inventory.overdue', await dayIn(-1), 'INV-']
  expect(await morning(id)).toEqual([overdue, soon])
  expect(await morning(id)).toEqual([overdue, soon])
})

test('another due date is told of again; what is far, ended or cancelled is not', async () => {
  const [moved, far, ended, cancelled] = [await dueIn(0), await dueIn(2), await dueIn(-1), await dueIn(-1)]
  await step(t, ended.id, 'start')
  await step(t, ended.id, 'review')
  await t.call(admin, inventories.cancel, { params: { id: cancelled.id }, body: { reason: 'Not needed' } })
  const actions = async (id: string) => (await morning(id)).map(([, action]) => action)
  expect(await actions(moved.id)).toEqual(['inventory.due-soon'])
  const params = { id: moved.id }
  await t.call(admin, inventories.change, { params, body: { dueOn: await dayIn(1) } })
  expect(await actions(moved.id)).toEqual(['inventory.due-soon', 'inventory.due-soon'])
  for (const { id } of [far, cancelled]) expect(await actions(id)).toEqual([])
  expect(await actions(ended.id)).toEqual(['inventory.started'])
})

test('where nobody is named, whoever planned it is told', async () => {
  const { id } = await dueIn(1, [])
  expect((await morning(id, admin)).map(([, action]) => action)).toEqual(['inventory.due-soon'])
  expect(await morning(id)).toEqual([])
})
