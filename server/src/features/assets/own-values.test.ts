import { assets } from '@ats/contract/assets/assets.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { assetHistory } from '@ats/contract/assets/history.ts'
import { audit } from '@ats/contract/audit.ts'
import { bulkJobs } from '@ats/contract/bulk-jobs.ts'
import { masters } from '@ats/contract/masters.ts'
import { type OwnFieldType, type OwnValue, ownFact, ownFieldTypes } from '@ats/contract/own-fields/types.ts'
import { englishOf, type PlainCode } from '@ats/contract/problems.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startWorker } from '#kernel/jobs/jobs.ts'
import { jobHandlers } from '#server/app.ts'
import { testApp } from '#test/app.ts'
import { addOwnField } from '#test/own-fields.ts'
import { png } from '#test/pictures.ts'
import { administratorOf, freshTag, ledgerOf, placed, siteIn, stocked, withHeader } from '#test/stock.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const site = await siteIn(t, 'Indore')
const [asha, ravi] = [await t.person({ name: 'Asha' }), await t.person({ name: 'Ravi' })]

/** Two values of each type. */
const samples: Record<OwnFieldType, [OwnValue, OwnValue]> = {
  text: ['PO-17', 'PO-18'],
  number: [2.5, -3],
  money: [129_900, 0],
  day: ['2026-02-28', '2027-01-01'],
  'yes-no': [false, true],
  choice: ['first', 'second'],
  link: ['https://example.com/a?b=1', 'http://example.com'],
  person: [asha.id, ravi.id],
  place: [site.room, site.aou],
}
const fields = new Map<OwnFieldType, string>()
for (const type of ownFieldTypes) fields.set(type, (await addOwnField(t.db, type)).key)
const keyOf = (type: OwnFieldType) => fields.get(type) ?? ''
const isNamed = (type: OwnFieldType) => type === 'person' || type === 'place'

const english = (code: PlainCode) => englishOf({ code })
const get = async (id: string) => (await call(admin, assets.get, { params: { id } })).body
const change = (id: string, given: object, as: Parameters<typeof call>[0] = admin) =>
  call(as, assets.update, { params: { id }, body: { fields: given } })
const fresh = (given: object) => ({
  ...{ rfidTag: freshTag(), assetName: 'Chair', location: 'indore' },
  fields: given,
})
const versionsOf = async (id: string) =>
  (
    await sql<{ fields: Record<string, OwnValue> }>`select fields from asset_versions where asset_id = ${id}
      order by valid_from`.execute(t.db)
  ).rows.map((row) => row.fields)

describe.each(ownFieldTypes)('a value of type %s', (type) => {
  const [first, second] = samples[type]
  const key = keyOf(type)

  test.each(['json', 'multipart'])('is registered, shown, changed and cleared as %s', async (form) => {
    const sent = async (values: object) =>
      form === 'json'
        ? { body: { fields: values } }
        : { body: { fields: JSON.stringify(values) }, image: await png() }
    const { body, ...more } = await sent({ [key]: first })
    const made = await call(admin, assets.register, { body: { ...fresh({}), ...body }, ...more })
    expect(made.status, made.text).toBe(201)
    const { _id } = made.body.asset
    expect(made.body.asset.fields).toEqual({ [key]: first })
    expect(Object.keys(made.body.asset.fieldTexts)).toEqual(isNamed(type) ? [key] : [])
    expect(await get(_id)).toMatchObject({ fields: { [key]: first } })
    const found = await call(admin, assets.find, { query: { code: _id } })
    expect(found.body.assets[0]?.fields).toEqual({ [key]: first })
    const listed = await call(admin, assets.list, { query: { search: made.body.asset.assetTagId } })
    expect(listed.body.assets[0]?.fields).toEqual({ [key]: first })
    const changed = await call(admin, assets.update, {
      params: { id: _id },
      ...(await sent({ [key]: second })),
    })
    expect(changed.body.asset?.fields, changed.text).toEqual({ [key]: second })
    for (const nothing of [null, ''])
      expect(
        (await call(admin, assets.update, { params: { id: _id }, ...(await sent({ [key]: nothing })) }))
          .status,
      ).toBe(200)
    expect((await get(_id)).fields).toEqual({})
    const facts = (await ledgerOf(t, _id)).map(({ before, after }) => [before, after])
    const fact = ownFact(key)
    expect(facts[0]?.[1]).toHaveProperty([fact], first)
    expect(facts[1]).toEqual([
      expect.objectContaining({ [fact]: first }),
      expect.objectContaining({ [fact]: second }),
    ])
    expect(facts[2]).toEqual([
      expect.objectContaining({ [fact]: second }),
      expect.objectContaining({ [fact]: null }),
    ])
    expect(await versionsOf(_id)).toEqual([{ [key]: first }, { [key]: second }, {}])
  })

  test('is in the history and the audit log, with the name behind it', async () => {
    const { asset } = (await call(admin, assets.register, { body: fresh({ [key]: first }) })).body
    const history = (await call(admin, assetHistory.list, { params: { id: asset._id } })).body
    expect(history.events[0]?.after).toHaveProperty([ownFact(key)], first)
    const log = (await call(admin, audit.list, { query: { recordId: asset._id } })).body
    expect(log.events[0]?.after).toHaveProperty([ownFact(key)], first)
    const one = (await call(admin, audit.get, { params: { id: `${log.events[0]?.id}` } })).body
    const names = {
      person: { [`${first}`]: 'Asha' },
      place: { [`${first}`]: expect.stringMatching(/^Indore > .* > room/) },
    }
    const texts = type === 'person' || type === 'place' ? names[type] : {}
    for (const { ownTexts } of [history, log, one]) expect(ownTexts).toEqual(texts)
  })

  test('is set for many assets, and the change is undone', async () => {
    const three = [await stocked(t), await stocked(t), await stocked(t)]
    const ids = three.map(({ _id }) => _id)
    await change(ids[0] ?? '', { [key]: second })
    const body = { ids, action: 'set-field', field: key, value: first } as const
    expect((await call(admin, assetBulk.change, { body })).body).toMatchObject({ done: 3, failed: 0 })
    for (const id of ids) expect((await get(id)).fields).toEqual({ [key]: first })
    await change(ids[1] ?? '', { [key]: second })
    await undone(key)
    const after = await Promise.all(ids.map(async (id) => (await get(id)).fields))
    expect(after).toEqual([{ [key]: second }, { [key]: second }, {}])
  })

  test.each([[{ a: 1 }], [[1]], ['x\0y'], ['\ud800'], ['x'.repeat(4001)], [1e300]])(
    'is not %j',
    async (value) => {
      const { _id, version } = await stocked(t)
      const { status, body } = await change(_id, { [key]: value })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [`fields.${key}`]])
      expect((await get(_id)).version).toBe(version)
    },
  )
})

async function undone(subject: string) {
  const [job] = (await call(admin, bulkJobs.list)).body.jobs
  expect(job).toMatchObject({ work: 'set-asset-field', subject, undoable: true })
  const { status, body } = await call(admin, bulkJobs.undo, { params: { id: job?._id ?? '' } })
  expect(status).toBe(202)
  const worker = await startWorker(t.config.databaseUrl, jobHandlers(t), () => undefined)
  await expect
    .poll(async () => (await call(admin, bulkJobs.get, { params: { id: body.job._id } })).body.status, {
      timeout: 20_000,
    })
    .toBe('done')
  await worker.stop()
}

test('a person is also found by email or full name, and a number may be sent as none of them', async () => {
  const key = keyOf('person')
  const { _id } = await stocked(t)
  for (const given of [asha.email, asha.email.toUpperCase()]) {
    await change(_id, { [key]: null })
    expect((await change(_id, { [key]: given })).body.asset?.fields).toEqual({ [key]: asha.id })
  }
  const { full_name: name } = await t.db
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', ravi.id)
    .executeTakeFirstOrThrow()
  expect((await change(_id, { [key]: name })).body.asset?.fields).toEqual({ [key]: ravi.id })
  const { status, body } = await change(_id, { [key]: 'Nobody' })
  expect([status, body.fields?.[`fields.${key}`]]).toEqual([400, english('own-person-unknown')])
})

test('every wrong value is named at once, also unknown and retired fields', async () => {
  const retired = await addOwnField(t.db, 'text')
  await t.asOwner(`update own_fields set retired_at = now() where key = '${retired.key}'`)
  const { _id } = await stocked(t)
  const given = {
    [keyOf('day')]: '2026-02-30',
    [keyOf('choice')]: 'third',
    [retired.key]: 'x',
    nothing: null,
  }
  const { body } = await change(_id, given)
  expect(Object.keys(body.fields ?? {}).toSorted()).toEqual(
    Object.keys(given)
      .map((key) => `fields.${key}`)
      .toSorted(),
  )
})

test.each(['{"__proto__":"x"}', '[]', 'x', '{', 'null', '5'])(
  'a form with the values %s is invalid',
  async (text) => {
    const { _id } = await stocked(t)
    const { status } = await call(admin, assets.update, {
      ...{ params: { id: _id }, body: { fields: text }, image: await png() },
    })
    expect(status).toBe(400)
  },
)

test('a key of the prototype and a text of a megabyte are invalid', async () => {
  const { _id } = await stocked(t)
  const sent = async (payload: string) =>
    (
      await t.app.inject({
        ...{ method: 'PUT', url: `/api/assets/${_id}`, payload },
        headers: { ...admin.headers, 'content-type': 'application/json' },
      })
    ).statusCode
  expect(await sent('{"fields":{"__proto__":"x"}}')).toBe(400)
  expect(await sent('{"fields":{"constructor":"x"}}')).toBe(400)
  expect(await sent(JSON.stringify({ fields: { [keyOf('text')]: 'x'.repeat(900_000) } }))).toBe(400)
})

test('required fields and fields of some names', async () => {
  const { key, id } = await addOwnField(t.db, 'text', { required: true })
  const name = await t.db
    .selectFrom('asset_names')
    .select('id')
    .where('name', '=', 'Chair')
    .executeTakeFirstOrThrow()
  await t.asOwner(
    `update own_fields set some_names = true where key = '${key}'`,
    `insert into own_field_names values ('${id}', '${name.id}')`,
  )
  await new Promise((resolve) => setTimeout(resolve, 1100))
  const missing = await call(admin, assets.register, { body: fresh({}) })
  expect([missing.status, missing.body.fields?.[`fields.${key}`]]).toEqual([400, english('field-required')])
  const desk = await stocked(t, { assetName: 'Desk' })
  expect((await change(desk._id, { [key]: 'x' })).body.fields?.[`fields.${key}`]).toBe(
    english('own-field-of-other-names'),
  )
  const { body } = await call(admin, assets.register, { body: fresh({ [key]: 'x' }) })
  const cleared = await change(body.asset._id, { [key]: '' })
  expect(cleared.body.fields?.[`fields.${key}`]).toBe(english('field-required'))
  const bulk = { ids: [desk._id, body.asset._id], action: 'set-field', field: key } as const
  const many = await call(admin, assetBulk.change, { body: { ...bulk, value: 'y' } })
  expect(many.body).toMatchObject({
    done: 1,
    failed: 1,
    results: [{ code: 'own-field-of-other-names' }, { ok: true }],
  })
  expect((await call(admin, assetBulk.change, { body: { ...bulk, value: null } })).status).toBe(400)
  await t.asOwner(`update own_fields set required = false where key = '${key}'`)
  await new Promise((resolve) => setTimeout(resolve, 1100))
})

test('two people who edit different fields at once both win, and the same field is a conflict', async () => {
  const [a, b] = [keyOf('text'), keyOf('number')]
  const { _id, version } = await stocked(t)
  const [one, two] = await Promise.all([change(_id, { [a]: 'x' }), change(_id, { [b]: 5 })])
  expect([one.status, two.status]).toEqual([200, 200])
  expect((await get(_id)).fields).toEqual({ [a]: 'x', [b]: 5 })
  const { status, body } = await change(_id, { [a]: 'y' }, withHeader(admin, 'if-match', `"${version}"`))
  expect(status).toBe(409)
  expect(body.conflict?.changes.map(({ field, value }) => [field, value]).toSorted()).toEqual(
    [
      [`fields.${a}`, 'x'],
      [`fields.${b}`, 5],
    ].toSorted(),
  )
})

test('an idempotency key returns the first response, with its values', async () => {
  const person = withHeader(admin, 'idempotency-key', freshTag())
  const body = fresh({ [keyOf('text')]: 'x' })
  const first = await call(person, assets.register, { body })
  expect((await call(person, assets.register, { body })).body).toEqual(first.body)
})

test('a place that values refer to is merged with them, and is not deleted', async () => {
  const [from, into] = [await placed(t, 'room', site.aou), await placed(t, 'room', site.aou)]
  const key = keyOf('place')
  const { asset } = (await call(admin, assets.register, { body: fresh({ [key]: from }) })).body
  const gone = await call(admin, masters.remove, { params: { kind: 'room', id: from } })
  expect([gone.status, gone.body.code]).toEqual([409, 'master-in-use'])
  const merged = await call(admin, masters.merge, { params: { kind: 'room', id: from }, body: { into } })
  expect(merged.status, merged.text).toBe(200)
  expect((await get(asset._id)).fields).toEqual({ [key]: into })
  expect((await ledgerOf(t, asset._id)).at(-1)?.after).toEqual({ [ownFact(key)]: into })
})
