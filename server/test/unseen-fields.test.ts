import { assets } from '@ats/contract/assets/assets.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { exportLists } from '@ats/contract/exports.ts'
import { permissions } from '@ats/contract/permissions.ts'
import { expect, test } from 'vitest'
import { type Person, testApp } from './app.ts'
import { asked, opened, ticketFor } from './exports.ts'
import { addOwnField } from './own-fields.ts'
import { openReceiver } from './receiver.ts'
import { readEverything, reads, type Town } from './scope-town.ts'
import { administratorOf, binned, freshTag, siteIn, stocked, withHeader } from './stock.ts'
import { polled, sending, toThisMachine, webhookOf } from './webhooks.ts'

const t = await testApp(toThisMachine)
const { call } = t
const admin = await administratorOf(t)
const marks = [freshTag(), freshTag()]
const hidden = await addOwnField(t.db, 'text', { seenWith: 'user-management' })
const open = await addOwnField(t.db, 'text')
const others = permissions.filter((one) => one !== 'user-management')
await t.db.insertInto('roles').values({ name: 'Everything Else', permissions: others }).execute()
const reader = await t.person({ role: 'Everything Else', city: 'Indore', name: 'Reader' })

const site = await siteIn(t, 'Indore')
const inRoom = await stocked(t, { placeId: site.room, serialNo: freshTag() })
const gone = await binned(t, { placeId: site.room })
const put = (id: string, fields: object) => call(admin, assets.update, { params: { id }, body: { fields } })
const setOn = async (id: string) => {
  for (const mark of marks)
    expect((await put(id, { [hidden.key]: mark, [open.key]: `open ${mark}` })).status).toBe(200)
}
const second = await stocked(t, { placeId: site.room })
await setOn(inRoom._id)
await setOn(second._id)
await call(admin, assets.remove, { params: { id: second._id } })
const body = { ids: [inRoom._id], action: 'set-field', field: hidden.key, value: marks[0] } as const
expect((await call(admin, assetBulk.change, { body })).status).toBe(200)

const ids = [inRoom._id, second._id, gone._id, site.room]
const town = { site, location: 'indore', inRoom, gone, resident: reader } as unknown as Town

async function whatIsShown(as: Person, texts: string[]) {
  const shown: string[] = []
  for (const { endpoint } of reads)
    for (const { said, status, text } of await readEverything(t, as, endpoint, town, ids)) {
      expect(status, said).toBeLessThan(500)
      if (texts.some((secret) => text.includes(secret))) shown.push(said)
    }
  return shown
}
/** Open values contain the marks, so that their places are known. */
const secrets = [hidden.key, ...marks.map((mark) => `"${mark}"`)]

test('somebody with the permission sees the values in many places', async () => {
  expect((await whatIsShown(admin, secrets)).length).toBeGreaterThan(8)
})

test('somebody without it sees the other values there, and these nowhere', async () => {
  expect((await whatIsShown(reader, [open.key])).length).toBeGreaterThan(8)
  expect(await whatIsShown(reader, secrets)).toEqual([])
})

test('no file contains them', async () => {
  const found: string[] = []
  let files = 0
  for (const list of exportLists) {
    const { body: made, status } = await asked(t, reader, { list })
    if (status !== 201) continue
    const { body: file } = await opened(t, await ticketFor(t, reader, made.export.id), reader.cookie)
    files += 1
    if (secrets.some((secret) => file.includes(secret) || file.includes(secret.replaceAll('"', '""'))))
      found.push(list)
  }
  expect(files).toBeGreaterThan(3)
  expect(found).toEqual([])
})

test('a webhook delivers entries without them', async () => {
  const receiver = await openReceiver()
  sending(t)
  const webhook = await webhookOf(t, reader, { url: receiver.url })
  await put(inRoom._id, { [hidden.key]: marks[1], [open.key]: 'told' })
  await polled(() => receiver.received.length).toBeGreaterThan(0)
  const texts = receiver.received.map((one) => JSON.stringify(one))
  expect(webhook.id).toBeTruthy()
  expect(texts.some((text) => text.includes('told'))).toBe(true)
  expect(texts.filter((text) => text.includes(hidden.key))).toEqual([])
})

test('a conflict, a change and a bulk change treat the field as unknown', async () => {
  const at = { params: { id: inRoom._id } }
  const stale = withHeader(reader, 'if-match', '"1"')
  const conflict = await call(stale, assets.update, { ...at, body: { model: 'X' } })
  expect(conflict.status).toBe(409)
  expect(conflict.text).toContain(open.key)
  expect(conflict.text).not.toContain(hidden.key)
  const change = await call(reader, assets.update, { ...at, body: { fields: { [hidden.key]: 'x' } } })
  expect([change.status, Object.keys(change.body.fields ?? {})]).toEqual([400, [`fields.${hidden.key}`]])
  const bulk = await call(reader, assetBulk.change, { body })
  expect(bulk.status).toBe(400)
  const own = await call(reader, assets.update, { ...at, body: { fields: { [open.key]: 'mine' } } })
  expect([own.status, own.text.includes(hidden.key)]).toEqual([200, false])
  const { body: now } = await call(admin, assets.get, at)
  expect(now.fields[hidden.key]).toBe(marks[1])
})
