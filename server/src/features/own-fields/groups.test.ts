import { ownFieldDefinitions, ownFieldGroups } from '@ats/contract/own-fields/definitions.ts'
import { isBuiltInKey, isBuiltInLabel, plainName } from '@ats/contract/own-fields/reserved.ts'
import { fieldSets, type SetField, setNames } from '@ats/contract/own-fields/sets.ts'
import { ownFieldKey } from '@ats/contract/own-fields/types.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { addOwnField } from '#test/own-fields.ts'
import { administratorOf, ledgerOf } from '#test/stock.ts'

const t = await testApp()
const admin = await administratorOf(t)

beforeEach(async () => {
  await sql`delete from own_fields`.execute(t.db)
  await sql`delete from own_field_groups`.execute(t.db)
})

const group = async (label: string) => (await t.call(admin, ownFieldGroups.create, { body: { label } })).body
const listed = async () => (await t.call(admin, ownFieldDefinitions.list)).body
const addSet = (name: string) => t.call(admin, ownFieldDefinitions.addSet, { params: { name }, body: {} })

test('a group is added, renamed, and deleted when no active field is in it', async () => {
  const { id } = await group('Money')
  const taken = await t.call(admin, ownFieldGroups.create, { body: { label: 'money' } })
  expect(taken.body.code).toBe('own-field-group-name-taken')
  const renamed = await t.call(admin, ownFieldGroups.change, { params: { id }, body: { labelHi: 'पैसा' } })
  expect(renamed.body).toEqual({ id, label: 'Money', labelHi: 'पैसा' })
  const field = await t.call(admin, ownFieldDefinitions.create, {
    body: { type: 'text', label: 'Payer', groupId: id },
  })
  const inUse = await t.call(admin, ownFieldGroups.remove, { params: { id } })
  expect([inUse.status, inUse.body.code]).toEqual([409, 'own-field-group-in-use'])
  await t.call(admin, ownFieldDefinitions.retire, { params: { id: field.body.id }, body: {} })
  expect((await t.call(admin, ownFieldGroups.remove, { params: { id } })).status).toBe(200)
  expect((await listed()).fields).toMatchObject([{ label: 'Payer', group: null, retired: true }])
  expect((await ledgerOf(t, id)).map(({ action }) => action)).toEqual([
    ...['own-field.group-added', 'own-field.group-changed', 'own-field.group-deleted'],
  ])
})

test('fields and groups are put in order, and only what moved is in the ledger', async () => {
  const [first, second] = [await group('First'), await group('Second')]
  const [a, b, c] = [
    await addOwnField(t.db, 'text'),
    await addOwnField(t.db, 'day'),
    await addOwnField(t.db, 'link'),
  ]
  const fields = [
    { id: c.id, groupId: first.id },
    { id: a.id, groupId: null },
    { id: b.id, groupId: null },
  ]
  const version = (await listed()).fields.find(({ id }) => id === a.id)?.version
  const body = { groupIds: [second.id, first.id], fields }
  expect((await t.call(admin, ownFieldDefinitions.order, { body })).status).toBe(200)
  const after = await listed()
  expect(after.groups.map(({ label }) => label)).toEqual(['Second', 'First'])
  expect(after.fields.map(({ key }) => key)).toEqual([a.key, b.key, c.key])
  expect(after.fields[0]?.version).toBe(version)
  expect(await ledgerOf(t, a.id)).toEqual([])
  expect(await ledgerOf(t, c.id)).toMatchObject([{ before: { group: null }, after: { group: 'First' } }])
  const outdated = await t.call(admin, ownFieldDefinitions.order, {
    body: { ...body, fields: fields.slice(1) },
  })
  expect([outdated.status, outdated.body.code]).toEqual([409, 'own-field-order-outdated'])
})

test('a ready-made set is added with its group, and adding it again adds nothing', async () => {
  const before = await t.call(admin, ownFieldDefinitions.sets)
  expect(before.body.sets.map(({ name }) => name)).toEqual(setNames)
  const { body } = await addSet('purchase')
  const keys = ['purchaseCost', 'poNumber', 'invoiceNumber', 'purchaseDate', 'invoiceDate']
  expect(body).toEqual({ added: keys, existing: [] })
  expect((await addSet('purchase')).body).toEqual({ added: [], existing: keys })
  const { fields, groups: present } = await listed()
  expect(present).toMatchObject([{ label: 'Purchase', labelHi: 'खरीद' }])
  expect(fields).toMatchObject(
    keys.map((key) => ({ key, setName: 'purchase', group: { label: 'Purchase' } })),
  )
  expect(fields[0]).toMatchObject({ type: 'money', unit: 'INR', labelHi: 'खरीद मूल्य' })
  await t.call(admin, ownFieldDefinitions.retire, { params: { id: fields[1]?.id ?? '' }, body: {} })
  const [set] = (await t.call(admin, ownFieldDefinitions.sets)).body.sets
  expect(set?.fields.map(({ is }) => is)).toEqual(['active', 'retired', 'active', 'active', 'active'])
})

test('a set leaves a field of the same name alone', async () => {
  await t.call(admin, ownFieldDefinitions.create, {
    body: { type: 'text', label: 'Policy number', key: 'policy' },
  })
  const { body } = await addSet('insurance')
  expect(body).toEqual({ added: ['insurer', 'insuredValue', 'insuredUntil'], existing: ['policy'] })
})

test('every set can be added, in both languages', async () => {
  const all = setNames.flatMap((name) => fieldSets[name].fields as readonly SetField[])
  for (const { key, label } of all)
    expect([ownFieldKey.safeParse(key).success, isBuiltInKey(key), isBuiltInLabel(label)]).toEqual([
      true,
      false,
      false,
    ])
  for (const names of [all.map(({ key }) => key.toLowerCase()), all.map(({ label }) => plainName(label))])
    expect(new Set(names).size).toBe(all.length)
  const answers = await Promise.all(setNames.map(addSet))
  expect(answers.flatMap(({ body }) => body.added)).toHaveLength(all.length)
  const { fields } = await listed()
  expect(
    fields.filter(({ labelHi, choices }) => labelHi === null || choices.some((one) => one.labelHi === null)),
  ).toEqual([])
  expect(fields.find(({ key }) => key === 'nextInspection')).toMatchObject({
    remindDays: [30, 7, 0],
    indexed: true,
  })
})

test('a currency that does not exist is refused', async () => {
  const { status, body } = await t.call(admin, ownFieldDefinitions.addSet, {
    params: { name: 'purchase' },
    body: { currency: 'X' },
  })
  expect([status, body.code]).toEqual([400, 'own-field-currency-required'])
})
