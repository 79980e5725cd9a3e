import { randomUUID } from 'node:crypto'
import { certificateChecks, certificateLinks, certificates } from '@ats/contract/certificates/certificates.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp } from '../../../test/app.ts'
import { approvedIn, certified, codeOf, linkFor } from '../../../test/certificates.ts'
import { approverOf, counterOf, freshRoom, underReview } from '../../../test/inventories.ts'
import { withTotp } from '../../../test/second-factor.ts'
import { hashOfContent, hashOfTexts } from './hashes.ts'

const t = await testApp()
const { call, person } = t
const admin = await approverOf(t)
const drawing = 'M10 20L30 40M50 60L70 80'

const get = async (id: string, as: Person = admin) =>
  (await call(as, certificates.get, { params: { id } })).body
const sign = (as: Person, id: string, body: object) => call(as, certificates.sign, { params: { id }, body })
const codes = { code: 'certificate-not-found' }

test('a certificate says what was expected, found, missing and too much, and the ledger has its hash', async () => {
  const { id: inventoryId, placeId } = await approvedIn(t)
  const written = { custodians: ['R. Rao'], notCovered: 'The store was locked', remarks: '' }
  const { status, body } = await call(admin, certificates.create, { body: { inventoryId, ...written } })
  expect(status).toBe(201)
  const { certificate } = body
  const { content, texts, hash, entryId } = certificate
  const year = new Date().getFullYear()
  expect(certificate.number).toMatch(new RegExp(`^VC-${year}-\\d{4}$`))
  expect(content.figures).toMatchObject({ expected: 1, found: 0, unknown: 1, outside: 0, open: 2 })
  expect(content.discrepancies.map((one) => one.class).sort()).toEqual(['not-found', 'unknown'])
  expect(content.rooms).toMatchObject([{ placeId, covered: true, expected: 1, found: 0, unknown: 1 }])
  expect(content.countedBy).toEqual([(await counterOf(t)).id])
  expect([content.approvedBy, content.recounts, content.notCovered]).toEqual([admin.id, 0, 0])
  expect(texts).toMatchObject({ ...written, openReason: 'A test', reason: null })
  expect(hashOfContent(content).toString('hex')).toBe(hash)
  expect(certificate.textsIntact).toBe(true)
  const entry = await t.db.selectFrom('events').selectAll().where('id', '=', entryId).executeTakeFirst()
  expect(entry).toMatchObject({ action: 'certificate.created', after: { hash, number: content.number } })
  expect(await get(certificate._id)).toMatchObject({ hash, people: { [admin.id]: admin.name } })
})

test('only an approved inventory in scope gets one, and only once', async () => {
  const create = (as: Person, inventoryId: string) => call(as, certificates.create, { body: { inventoryId } })
  const { id: open } = await underReview(t)
  expect((await create(admin, open)).body.code).toBe('certificate-not-approved')
  const { id } = await approvedIn(t)
  expect((await create(await person({ city: 'Mumbai' }), id)).status).toBe(404)
  expect((await create(admin, randomUUID())).body.code).toBe('inventory-not-found')
  expect((await create(admin, id)).status).toBe(201)
  expect((await create(admin, id)).body.code).toBe('certificate-exists')
})

test('people who see only two rooms do not see the certificate of another one', async () => {
  const certificate = await certified(t)
  const limited = await person({ role: 'User', city: 'Indore' })
  for (const place_id of [await freshRoom(t), await freshRoom(t)])
    await t.db.insertInto('user_places').values({ user_id: limited.id, place_id }).execute()
  expect((await call(limited, certificates.get, { params: { id: certificate._id } })).body).toMatchObject(
    codes,
  )
  const { body } = await call(limited, certificates.list)
  expect(body.certificates).toEqual([])
  expect((await sign(limited, certificate._id, { role: 'verifier' })).status).toBe(404)
})

test('the list is of an inventory, newest first', async () => {
  const first = await certified(t)
  const { body } = await call(admin, certificates.correct, {
    params: { id: first._id },
    body: { reason: 'The custodian was missing', custodians: ['R. Rao'] },
  })
  const query = { inventoryId: first.inventoryId }
  const { certificates: rows } = (await call(admin, certificates.list, { query })).body
  expect(rows.map(({ number, isReplaced }) => [number, isReplaced])).toEqual([
    [body.certificate.number, false],
    [first.number, true],
  ])
})

test('a correction names the certificate that it replaces, which stays as it is and cannot be signed', async () => {
  const first = await certified(t)
  const correct = (id: string) =>
    call(admin, certificates.correct, { params: { id }, body: { reason: 'A name was missing' } })
  const { certificate: next } = (await correct(first._id)).body
  expect(next.content.replaces).toEqual({ id: first._id, number: first.number, hash: first.hash })
  expect(next.texts.reason).toBe('A name was missing')
  const { content, replacedBy, hash } = await get(first._id)
  expect([content, hash]).toEqual([first.content, first.hash])
  expect(replacedBy).toEqual({ id: next._id, number: next.number })
  expect((await correct(first._id)).body.code).toBe('certificate-replaced')
  expect((await sign(admin, first._id, { role: 'approver' })).body.code).toBe('certificate-replaced')
})

test('approver and verifier sign once, each as what they were', async () => {
  const { _id: id } = await certified(t)
  expect((await get(id)).maySign).toEqual(['approver', 'custodian'])
  const counter = await counterOf(t)
  expect((await sign(counter, id, { role: 'approver' })).body.code).toBe('certificate-not-approver')
  expect((await sign(admin, id, { role: 'verifier' })).body.code).toBe('certificate-not-verifier')
  expect((await sign(admin, id, { role: 'approver', drawing })).status).toBe(200)
  const { body } = await sign(counter, id, { role: 'verifier' })
  expect(body.certificate.signatures).toMatchObject([
    { role: 'approver', name: admin.name, drawing, withSecondFactor: false },
    { role: 'verifier', name: counter.name, drawing: null },
  ])
  expect((await sign(admin, id, { role: 'approver' })).body.code).toBe('certificate-signed')
})

test.each(['<script>', 'M1 2 L', 'M1 2 3', `M1 2${' 3 4'.repeat(6000)}`])(
  'a drawing like %.12s is refused',
  async (wrong) => {
    const { _id: id } = await certified(t)
    const { status, body } = await sign(admin, id, { role: 'approver', drawing: wrong })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['drawing']])
  },
)

test('a person with a second factor proves it again', async () => {
  const verifier = await person({ role: 'User', city: 'Indore' })
  const { _id: id } = await certified(t, { verifier })
  const totp = await withTotp(t, verifier)
  const wanted = { role: 'verifier' }
  expect((await sign(verifier, id, wanted)).body.code).toBe('second-step-needed')
  expect((await sign(verifier, id, { ...wanted, code: totp.wrongCode() })).body.code).toBe(
    'second-step-wrong',
  )
  const { body } = await sign(verifier, id, { ...wanted, code: totp.code() })
  expect(body.certificate.signatures).toMatchObject([{ withSecondFactor: true }])
})

test('passkey options are for the person who signs', async () => {
  const { _id: id } = await certified(t)
  const { status, body } = await call(admin, certificates.passkeyOptions, { params: { id } })
  expect([status, typeof body.options.challenge]).toEqual([200, 'string'])
})

test('a custodian signs on the device of a verifier', async () => {
  const { _id: id } = await certified(t)
  const body = { name: 'R. Rao', drawing }
  const { certificate } = (await call(admin, certificates.signAsCustodian, { params: { id }, body })).body
  expect(certificate.signatures).toMatchObject([{ role: 'custodian', name: 'R. Rao', byLink: false }])
  const unnamed = await call(admin, certificates.signAsCustodian, { params: { id }, body: { name: ' ' } })
  expect(unnamed.status).toBe(400)
})

test("a custodian's link shows what is signed, and works once", async () => {
  const certificate = await certified(t)
  const token = await linkFor(t, certificate)
  const shown = await call(null, certificateLinks.open, { body: { token } })
  expect(shown.body).toMatchObject({
    name: 'Custodian Rao',
    number: certificate.number,
    expected: 1,
    found: 0,
  })
  expect((await call(null, certificateLinks.sign, { body: { token, drawing } })).status).toBe(200)
  expect((await get(certificate._id)).signatures).toMatchObject([{ byLink: true, drawing }])
  for (const one of [certificateLinks.open, certificateLinks.sign])
    expect((await call(null, one, { body: { token } })).body.code).toBe('certificate-link-over')
})

test('a link ends after its time', async () => {
  const token = await linkFor(t, await certified(t))
  await t.asOwner(`update certificate_links set expires_at = now() - interval '1 second'`)
  expect((await call(null, certificateLinks.sign, { body: { token } })).status).toBe(404)
})

test('anybody with the code learns whether it is valid, and no name', async () => {
  const certificate = await certified(t)
  await sign(admin, certificate._id, { role: 'approver' })
  const params = { id: certificate._id, code: codeOf(certificate) }
  const { status, body, text } = await call(null, certificateChecks.get, { params })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    number: certificate.number,
    hash: certificate.hash,
    isIntact: true,
    signatures: 1,
  })
  expect(text).not.toContain(admin.name)
  const wrong = await call(null, certificateChecks.get, { params: { ...params, code: 'AAAAAAAAAAAA' } })
  expect(wrong.body.code).toBe('certificate-check-failed')
})

test('nobody changes a certificate or a signature, and a changed one is not intact', async () => {
  const certificate = await certified(t)
  await sign(admin, certificate._id, { role: 'approver' })
  for (const statement of [
    sql`update certificates set number = 'x'`,
    sql`delete from certificate_signatures`,
    sql`update certificate_signatures set drawing = null`,
  ])
    await expect(statement.execute(t.db)).rejects.toThrow('permission denied')
  await expect(t.asOwner(`update certificates set number = 'x'`)).rejects.toThrow('append-only')
  await t.asOwner(
    'alter table certificates disable trigger certificates_append_only',
    `update certificates set content = jsonb_set(content, '{recounts}', '7') where id = '${certificate._id}'`,
    'alter table certificates enable trigger certificates_append_only',
  )
  const params = { id: certificate._id, code: codeOf(certificate) }
  expect((await call(null, certificateChecks.get, { params })).body.isIntact).toBe(false)
})

test('the hash stays valid without the personal data of the texts', async () => {
  const { _id: id, hash, texts } = await certified(t)
  await t.asOwner(
    'alter table certificates disable trigger certificates_append_only',
    `update certificates set texts = jsonb_set(texts, '{custodians}', '["Former person 1"]') where id = '${id}'`,
    'alter table certificates enable trigger certificates_append_only',
  )
  const after = await get(id)
  expect([after.textsIntact, after.hash, hashOfContent(after.content).toString('hex')]).toEqual([
    false,
    hash,
    hash,
  ])
  expect(hashOfTexts(Buffer.alloc(16), texts)).not.toBe(after.content.textsHash)
  const { rows } = await sql<{ salt: Buffer | null }>`select salt from certificates where id = ${id}`.execute(
    t.db,
  )
  expect(rows[0]?.salt).toBeNull()
})
