import { randomUUID } from 'node:crypto'
import { masters } from '@ats/contract/masters.ts'
import { type OwnFieldDefinition, ownFieldDefinitions } from '@ats/contract/own-fields/definitions.ts'
import { ownFields } from '@ats/contract/own-fields/own-fields.ts'
import { mostOwnFields } from '@ats/contract/own-fields/types.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { addOwnField } from '#test/own-fields.ts'
import { administratorOf, ledgerOf, stocked } from '#test/stock.ts'
import { forgetOwnFields } from './stored-fields.ts'

const t = await testApp()
const admin = await administratorOf(t)
type Body = Record<string, unknown>

const create = (body: Body, as = admin) =>
  t.call(as, ownFieldDefinitions.create, { body: { type: 'text', ...body } })
const change = (id: string, body: Body, as = admin) =>
  t.call(as, ownFieldDefinitions.change, { params: { id }, body })
async function created(body: Body): Promise<OwnFieldDefinition> {
  const answer = await create(body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer
  return [status, body.code]
}

beforeEach(async () => {
  await sql`delete from own_fields`.execute(t.db)
  forgetOwnFields(t.db)
})

test('a new field is in the list of everybody, and the ledger says what it is', async () => {
  const field = await created({
    type: 'number',
    label: 'Screen Size',
    labelHi: 'स्क्रीन',
    unit: 'inch',
    help: ' ',
  })
  expect(field).toMatchObject({ key: 'screenSize', type: 'number', unit: 'inch', help: null, retired: false })
  const person = await t.person({ role: 'Sub User' })
  const { body } = await t.call(person, ownFields.list)
  expect(body.fields.map(({ key }) => key)).toEqual(['screenSize'])
  const [entry] = await ledgerOf(t, field.id)
  expect(entry).toMatchObject({ action: 'own-field.created', after: { label: 'Screen Size' } })
})

test('a key is made from the label, and never used again', async () => {
  expect(await created({ label: 'Colour of the case' })).toMatchObject({ key: 'colourOfTheCase' })
  const hindi = await created({ label: 'रंग' })
  expect(hindi.key).toBe('field1')
  expect(await created({ label: 'Department' })).toMatchObject({ key: 'department2' })
  await t.call(admin, ownFieldDefinitions.retire, { params: { id: hindi.id }, body: {} })
  expect(await codeOf(create({ label: 'Other', key: 'Field1'.toLowerCase() }))).toEqual([
    400,
    'own-field-key-taken',
  ])
  expect(await created({ label: 'आकार' })).toMatchObject({ key: 'field2' })
})

test.each([
  [{ label: 'Serial No.' }, 'own-field-label-built-in'],
  [{ label: 'Cost', key: 'serialNo' }, 'own-field-key-built-in'],
  [{ label: 'Cost', key: 'supplier' }, 'own-field-key-built-in'],
  [{ label: 'Cost', key: 'vendorId' }, 'own-field-key-built-in'],
  [{ label: 'Cost', key: '1st' }, 'own-field-key-malformed'],
  [{ label: ' ' }, 'own-field-label-required'],
  [{ label: 'Cost', type: 'money' }, 'own-field-currency-required'],
  [{ label: 'Cost', type: 'money', unit: 'XXZ' }, 'own-field-currency-required'],
  [{ label: 'Cost', unit: 'kg' }, 'own-field-not-of-type'],
  [{ label: 'Cost', remindDays: [7] }, 'own-field-not-of-type'],
  [{ label: 'Cost', type: 'day', searched: true }, 'own-field-not-of-type'],
  [{ label: 'Cost', choices: [{ label: 'A' }] }, 'own-field-not-of-type'],
  [{ label: 'Fuel', type: 'choice' }, 'own-field-choices-required'],
  [{ label: 'Fuel', type: 'choice', choices: [{ label: 'A' }, { label: 'a' }] }, 'own-field-choice-twice'],
  [{ label: 'Cost', groupId: randomUUID() }, 'own-field-group-unknown'],
  [{ label: 'Cost', assetNameIds: [randomUUID()] }, 'own-field-asset-name-unknown'],
  [{ label: 'Cost', assetNameIds: [] }, 'own-field-name-required'],
])('%j is refused with %s', async (body, code) => {
  expect(await codeOf(create(body))).toEqual([400, code])
})

test('active fields have different names; a retired one gives its name free until it comes back', async () => {
  const { id } = await created({ label: 'Cost' })
  expect(await codeOf(create({ label: 'cost ' }))).toEqual([400, 'own-field-label-taken'])
  expect(await codeOf(create({ label: 'Co-st' }))).toEqual([400, 'own-field-label-taken'])
  expect((await t.call(admin, ownFieldDefinitions.retire, { params: { id }, body: {} })).body.retired).toBe(
    true,
  )
  expect(await codeOf(change(id, { help: 'x' }))).toEqual([409, 'own-field-retired'])
  await created({ label: 'Cost' })
  const back = t.call(admin, ownFieldDefinitions.bringBack, { params: { id }, body: {} })
  expect(await codeOf(back)).toEqual([400, 'own-field-label-taken'])
})

test('two administrators at once make neither too many fields nor the same key twice', async () => {
  for (let n = 0; n < mostOwnFields - 3; n += 1) await addOwnField(t.db, 'text')
  const labels = ['A b', 'A-c', 'A d', 'A e', 'A f', 'A g']
  const answers = await Promise.all(labels.map((label) => create({ label, key: 'samekey' })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const more = await Promise.all(labels.map((label) => create({ label: `${label} more` })))
  expect(more.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(more.find(({ status }) => status !== 201)?.body).toMatchObject({ code: 'own-fields-too-many' })
  const { body } = await t.call(admin, ownFieldDefinitions.list)
  const [{ id = '' } = {}] = body.fields
  await t.call(admin, ownFieldDefinitions.retire, { params: { id }, body: {} })
  await created({ label: 'One more' })
  expect(await codeOf(t.call(admin, ownFieldDefinitions.bringBack, { params: { id }, body: {} }))).toEqual([
    409,
    'own-fields-too-many',
  ])
})

test('choices are added, renamed and retired, and never removed', async () => {
  const { id, choices } = await created({
    ...{ label: 'Fuel', type: 'choice', choices: [{ label: 'Petrol' }, { label: 'Wood', labelHi: 'लकड़ी' }] },
  })
  expect(choices.map(({ key }) => key)).toEqual(['petrol', 'wood'])
  expect(await codeOf(change(id, { choices: [choices[0]] }))).toEqual([400, 'own-field-choice-missing'])
  const unknown = [...choices, { key: 'steam', label: 'Steam' }]
  expect(await codeOf(change(id, { choices: unknown }))).toEqual([400, 'own-field-choice-unknown'])
  const [petrol, wood] = choices
  const next = [{ label: 'Diesel' }, { ...wood, retired: true }, { ...petrol, label: 'Gasoline' }]
  const { body } = await change(id, { choices: next })
  expect(body.choices).toEqual([
    { key: 'diesel', label: 'Diesel', labelHi: null, retired: false },
    { key: 'wood', label: 'Wood', labelHi: 'लकड़ी', retired: true },
    { key: 'petrol', label: 'Gasoline', labelHi: null, retired: false },
  ])
  const entry = (await ledgerOf(t, id)).at(-1)
  expect(entry?.after).toEqual({ choices: ['Diesel', '(Wood / लकड़ी)', 'Gasoline'] })
})

test('a change that is based on an outdated version is rejected, with what was changed since', async () => {
  const { id, version } = await created({ label: 'Cost' })
  expect((await change(id, { help: 'In the contract', version })).status).toBe(200)
  const { status, body } = await change(id, { help: 'On the invoice', version })
  expect([status, body.code]).toEqual([409, 'record-changed-meanwhile'])
  expect(body.conflict).toMatchObject({
    version: version + 1,
    changes: [{ field: 'help', value: 'In the contract' }],
  })
})

test('a required field leaves existing assets as they are', async () => {
  const asset = await stocked(t)
  const { id, key } = await created({ label: 'Cost' })
  await change(id, { required: true })
  const { rows } = await sql<{ version: number; fields: Body }>`select version, fields from assets
    where id = ${asset._id}`.execute(t.db)
  expect(rows).toEqual([{ version: asset.version, fields: {} }])
  await sql`update assets set fields = ${JSON.stringify({ [key]: 'x' })}::jsonb where id = ${asset._id}`.execute(
    t.db,
  )
  const uses = await t.call(admin, ownFieldDefinitions.uses, { params: { id } })
  expect(uses.body).toEqual({ count: 1, more: false })
})

test('the currency of a field never changes', async () => {
  const { id } = await created({ label: 'Cost', type: 'money', unit: 'INR' })
  expect(await codeOf(change(id, { unit: 'JPY' }))).toEqual([400, 'own-field-currency-fixed'])
  expect((await change(id, { unit: 'INR', label: 'Price' })).status).toBe(200)
})

test('a search and reminders need an index', async () => {
  const text = await created({ label: 'Cost', searched: true })
  expect(text).toMatchObject({ indexed: true, indexState: 'building' })
  expect((await change(text.id, { indexed: false })).body).toMatchObject({ indexed: true })
  const { body } = await change(text.id, { indexed: false, searched: false })
  expect(body).toMatchObject({ indexed: false, searched: false })
  expect(await created({ label: 'Due', type: 'day', remindDays: [7, 30, 7] })).toMatchObject({
    ...{ indexed: true, remindDays: [30, 7] },
  })
})

test('nobody opens values that they do not see themselves', async () => {
  const { id } = await created({ label: 'Cost', seenWith: 'user-management' })
  const { rows } = await sql<{ id: string }>`insert into roles (name, permissions, everywhere)
    values (${randomUUID()}, '{master}', true) returning id`.execute(t.db)
  const person = await t.person()
  await sql`update users set role_id = ${rows[0]?.id} where id = ${person.id}`.execute(t.db)
  expect(await codeOf(change(id, { seenWith: null }, person))).toEqual([403, 'own-field-values-not-seen'])
  expect((await change(id, { help: 'Yearly' }, person)).status).toBe(200)
  expect((await t.call(person, ownFields.list)).body.fields).toEqual([])
})

test('only people with Master who see every place define fields', async () => {
  const without = await t.person({ role: 'User Management' })
  expect((await create({ label: 'A' }, without)).status).toBe(403)
  const limited = await t.person({ role: 'User' })
  expect(await codeOf(create({ label: 'A' }, limited))).toEqual([403, 'masters-need-everywhere'])
  expect(
    (await t.call(null, ownFieldDefinitions.create, { body: { type: 'text', label: 'A' } })).status,
  ).toBe(401)
  const unknown = change(randomUUID(), { help: 'A' })
  expect(await codeOf(unknown)).toEqual([404, 'own-field-not-found'])
})

test('a field for some asset names follows a merge, and stays limited when its last name is deleted', async () => {
  const name = async () => {
    const answer = await t.call(admin, masters.create, {
      ...{ params: { kind: 'asset-name' }, body: { name: `Lamp ${randomUUID()}` } },
    })
    return answer.body
  }
  const [lamp, light] = [await name(), await name()]
  const field = await created({ label: 'Bulb', assetNameIds: [lamp.id] })
  const merge = { params: { kind: 'asset-name', id: lamp.id }, body: { into: light.id } }
  expect((await t.call(admin, masters.merge, merge)).status).toBe(200)
  const [merged] = (await t.call(admin, ownFieldDefinitions.list)).body.fields
  expect(merged).toMatchObject({ assetNameIds: [light.id], version: field.version + 1 })
  expect((await ledgerOf(t, field.id)).at(-1)).toMatchObject({
    ...{ before: { assetNames: [lamp.name] }, after: { assetNames: [light.name] } },
  })
  await t.call(admin, masters.remove, { params: { kind: 'asset-name', id: light.id } })
  expect((await t.call(admin, ownFieldDefinitions.list)).body.fields[0]?.assetNameIds).toEqual([])
})

test('programs read the schema of the fields that they may see', async () => {
  const seenWith = 'user-management'
  await created({ type: 'money', label: 'Cost', unit: 'INR', required: true })
  await created({ type: 'choice', label: 'Fuel', choices: [{ label: 'Petrol' }, { label: 'CNG' }] })
  await created({ type: 'text', label: 'Secret', seenWith })
  const schemaFor = async (person: typeof admin) => (await t.call(person, ownFields.schema)).body
  const schema = await schemaFor(await t.person({ role: 'Sub User' }))
  expect(schema).toMatchObject({
    ...{ type: 'object', additionalProperties: false, required: ['cost'] },
    properties: {
      cost: { title: 'Cost (INR)', type: 'integer' },
      fuel: {
        oneOf: [
          { const: 'petrol', title: 'Petrol' },
          { const: 'cng', title: 'CNG' },
        ],
      },
    },
  })
  expect(Object.keys(schema.properties as object)).toEqual(['cost', 'fuel'])
  expect(Object.keys((await schemaFor(admin)).properties as object)).toContain('secret')
})
