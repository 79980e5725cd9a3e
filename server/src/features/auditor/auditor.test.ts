import { type AuditQuestionName, auditor } from '@ats/contract/auditor.ts'
import { programmes } from '@ats/contract/inventories/programmes.ts'
import { expect, test } from 'vitest'
import { type Person, testApp } from '../../../test/app.ts'
import { certified } from '../../../test/certificates.ts'
import { freshRoom, planned } from '../../../test/inventories.ts'
import { administratorOf, stocked } from '../../../test/stock.ts'

const t = await testApp()
const admin = await administratorOf(t)

async function ask(as: Person, query: Record<string, string> = {}) {
  const { status, body } = await t.call(as, auditor.questions, { query })
  expect(status).toBe(200)
  return Object.fromEntries(body.questions.map((one) => [one.question, one])) as Record<
    AuditQuestionName,
    (typeof body.questions)[number]
  >
}

test('every question has a figure and its first rows', async () => {
  const { inventoryId } = await certified(t)
  const placeId = await freshRoom(t)
  const late = await planned(t, { placeId, dueOn: '2026-01-31', repeat: 'monthly' })
  const year = new Date().getFullYear()
  const programme = {
    name: 'This year',
    placeId,
    startsOn: `${year}-01-01`,
    endsOn: `${year}-12-31`,
    level: 'room',
  }
  expect((await t.call(admin, programmes.create, { body: programme })).status).toBe(201)
  const answers = await ask(admin)
  expect(answers['register-complete']).toMatchObject({ figure: 0, of: 1 })
  expect(answers['programme-documented']).toMatchObject({ figure: 1, of: 1, rows: [{ name: 'This year' }] })
  expect(answers['frequency-kept']).toMatchObject({
    figure: 1,
    rows: [{ inventoryId: late, at: '2026-01-31' }],
  })
  expect(answers['discrepancies-identified']).toMatchObject({ figure: 2, of: 1, rows: [{ inventoryId }] })
  expect(answers['resolved-with-evidence']).toMatchObject({ figure: 2, of: 2, rows: [{ figure: 2 }] })
  expect(answers['log-intact'].rows).toHaveLength(Math.min(answers['log-intact'].figure, 10))
})

test('people who see two rooms get the figures of these', async () => {
  const placeId = await freshRoom(t)
  await stocked(t, { placeId })
  const limited = await t.person({ role: 'User', city: 'Indore' })
  for (const place_id of [placeId, await freshRoom(t)])
    await t.db.insertInto('user_places').values({ user_id: limited.id, place_id }).execute()
  const answers = await ask(limited)
  expect(answers['register-complete']).toMatchObject({ figure: 0, of: 1, rows: [] })
  expect(answers['discrepancies-identified']).toMatchObject({ figure: 0, of: 0, rows: [] })
})

test('a city out of scope is unknown', async () => {
  const elsewhere = await t.person({ role: 'User', city: 'Mumbai' })
  const { status } = await t.call(elsewhere, auditor.questions, { query: { location: 'indore' } })
  expect(status).toBe(404)
})
