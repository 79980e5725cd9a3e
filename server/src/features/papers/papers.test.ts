import { assets } from '@ats/contract/assets/assets.ts'
import { assetHistory } from '@ats/contract/assets/history.ts'
import { covers } from '@ats/contract/covers.ts'
import { masters } from '@ats/contract/masters.ts'
import { papers } from '@ats/contract/papers.ts'
import { stateChanges } from '@ats/contract/state-changes.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { paperSweep } from '#kernel/files/paper-files.ts'
import { testApp } from '#test/app.ts'
import { coverOf } from '#test/covers.ts'
import { freshRoom, planned } from '#test/inventories.ts'
import { givePlaces, limitedRole } from '#test/limited-people.ts'
import { pdf } from '#test/paper-files.ts'
import { paperOn, papersOn, sha256Of } from '#test/papers.ts'
import { png } from '#test/pictures.ts'
import { administratorOf, binned, ledgerOf, siteIn, stocked } from '#test/stock.ts'
import { forgetPapers } from './upkeep.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const permissions = ['master', 'manage-asset', 'reports']
await t.db.insertInto('roles').values({ name: limitedRole, permissions }).execute()
const personIn = async (...places: string[]) => {
  const person = await t.person({ role: limitedRole, city: 'Indore' })
  await givePlaces(t, person, places)
  return person
}
const newAsset = async () => (await stocked(t))._id
const detach = (id: string, recordId: string, as = admin) =>
  call(as, papers.detach, { params: { id, kind: 'asset', recordId } })
const attach = (id: string, recordId: string, as = admin) =>
  call(as, papers.attach, { params: { id }, body: { kind: 'asset', recordId } })

test('a paper is listed, opened as a download, and in the history and the ledger', async () => {
  const recordId = await newAsset()
  const made = await paperOn(t, { recordId, name: 'Invoice № 7.pdf' })
  expect(made).toMatchObject({ name: 'Invoice № 7.pdf', type: 'pdf', scan: 'off', hasThumbnail: false })
  const listed = await call(admin, papers.list, { query: { kind: 'asset', recordId } })
  expect(listed.body).toEqual({ papers: [made], mayChange: true })
  const opened = await call(admin, papers.file, { params: { id: made._id } })
  expect(opened.body).toEqual(pdf())
  expect(opened.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="Invoice _ 7.pdf"; filename*=UTF-8''Invoice%20%E2%84%96%207.pdf`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const after = { paper: made.name, sha256: sha256Of(pdf()) }
  expect((await ledgerOf(t, recordId)).at(-1)).toMatchObject({ action: 'asset.paper-added', after })
  const history = await call(admin, assetHistory.list, { params: { id: recordId } })
  expect(history.body.events[0]).toMatchObject({ action: 'asset.paper-added', after })
  expect((await call(admin, papers.thumbnail, { params: { id: made._id } })).status).toBe(404)
})

test('a picture has a thumbnail that was drawn again', async () => {
  const recordId = await newAsset()
  const made = await paperOn(t, { recordId, name: 'Photo.PNG', bytes: await png(900, 600) })
  expect(made).toMatchObject({ type: 'png', hasThumbnail: true })
  const small = await call(admin, papers.thumbnail, { params: { id: made._id } })
  expect([small.status, small.headers['content-type']]).toEqual([200, 'image/webp'])
})

test('one paper is on many records, and is renamed on all of them', async () => {
  const [first, second] = [await newAsset(), await newAsset()]
  const { _id: id } = await paperOn(t, { recordId: first, name: 'Manual.pdf' })
  expect((await attach(id, second)).status).toBe(200)
  expect((await attach(id, second)).status).toBe(200)
  expect(await papersOn(t, second)).toMatchObject([{ _id: id }])
  const renamed = await call(admin, papers.rename, { params: { id }, body: { name: 'Manual 2.pdf' } })
  expect(renamed.body.name).toBe('Manual 2.pdf')
  for (const recordId of [first, second]) {
    expect(await papersOn(t, recordId)).toMatchObject([{ name: 'Manual 2.pdf' }])
    expect((await ledgerOf(t, recordId)).at(-1)).toMatchObject({
      ...{ action: 'asset.paper-renamed', before: { paper: 'Manual.pdf' }, after: { paper: 'Manual 2.pdf' } },
    })
  }
  const other = await call(admin, papers.rename, { params: { id }, body: { name: 'Manual.docx' } })
  expect([other.status, other.body.code]).toEqual([400, 'paper-ending-fixed'])
  const found = await call(admin, papers.find, { query: { search: 'manual 2' } })
  expect(found.body.papers).toMatchObject([{ _id: id }])
})

test('every kind of record has papers, and merged masters keep theirs', async () => {
  const room = await freshRoom(t)
  const brand = async () =>
    (await call(admin, masters.create, { params: { kind: 'brand' }, body: { name: crypto.randomUUID() } }))
      .body.id
  const [from, into] = [await brand(), await brand()]
  const asset = await newAsset()
  const body = { assets: asset, newState: 'Not-Working', reason: 'It broke' }
  const request = (await call(admin, stateChanges.create, { body })).body.results[0]?._id ?? ''
  const records = {
    ...({ place: room, brand: from, inventory: await planned(t), 'state-change': request } as const),
    cover: (await coverOf(t, [asset]))._id,
  }
  for (const kind of Object.keys(records) as (keyof typeof records)[]) {
    const { _id } = await paperOn(t, { kind, recordId: records[kind] })
    expect(await papersOn(t, records[kind], kind)).toMatchObject([{ _id }])
    expect((await ledgerOf(t, records[kind])).at(-1)?.action).toBe(`${kind}.paper-added`)
  }
  await call(admin, masters.merge, { params: { kind: 'brand', id: from }, body: { into } })
  expect(await papersOn(t, into, 'brand')).toHaveLength(1)
  await call(admin, masters.remove, { params: { kind: 'brand', id: into } })
  expect((await call(admin, papers.list, { query: { kind: 'brand', recordId: into } })).status).toBe(404)
  await call(admin, stateChanges.cancel, { body: { ids: [request] } })
  const decided = await call(admin, papers.list, { query: { kind: 'state-change', recordId: request } })
  expect([decided.body.papers.length, decided.body.mayChange]).toEqual([1, false])
})

test('a paper is visible to people who see at least one of its records', async () => {
  const [mine, others] = [await siteIn(t, 'Indore'), await siteIn(t, 'Indore')]
  const person = await personIn(mine.room, (await siteIn(t, 'Pune')).room)
  const theirs = (await stocked(t, { placeId: others.room }))._id
  const own = (await stocked(t, { placeId: mine.room }))._id
  const { _id: id } = await paperOn(t, { recordId: theirs, name: 'Secret plan.pdf' })
  const open = async () => (await call(person, papers.file, { params: { id } })).status
  const search = async () =>
    (await call(person, papers.find, { query: { search: 'secret' } })).body.papers.length
  expect([await open(), await search(), (await attach(id, own, person)).status]).toEqual([404, 0, 404])
  expect((await detach(id, theirs, person)).status).toBe(404)
  await attach(id, own)
  expect([await open(), await search()]).toEqual([200, 1])
  expect((await call(person, papers.list, { query: { kind: 'asset', recordId: theirs } })).status).toBe(404)
  expect((await attach(id, theirs, person)).status).toBe(404)
})

test('a person who sees few papers finds them behind thousands that they do not see', async () => {
  const site = await siteIn(t, 'Indore')
  const [person, nobody] = [await personIn(site.room), await personIn((await siteIn(t, 'Indore')).room)]
  const own = (await stocked(t, { placeId: site.room }))._id
  const made = [await paperOn(t, { recordId: own, name: 'Rare plan.pdf' })]
  made.unshift(await paperOn(t, { recordId: own, name: 'Rare bill.pdf', bytes: pdf('another') }))
  const others = await newAsset()
  await sql`with made as (
      insert into papers (hash, name, type, size, scan, uploaded_by)
      select hash, name, type, size, scan, uploaded_by from papers, generate_series(1, 2100) where id = ${made[0]?._id}
      returning id, uploaded_by
    ) insert into paper_links (paper_id, record_kind, record_id, attached_by)
      select id, 'asset', ${others}, uploaded_by from made`.execute(t.db)
  const found = async (as: typeof person, search: string) =>
    (await call(as, papers.find, { query: { search } })).body.papers.map(({ _id }) => _id)
  for (const search of ['', 'rare']) expect(await found(person, search)).toEqual(made.map(({ _id }) => _id))
  expect(await found(person, 'rare plan')).toEqual([made[1]?._id])
  expect([await found(nobody, ''), (await found(admin, '')).length]).toEqual([[], 20])
})

test('the papers of a cover are seen with one of its assets, and changed with all of them', async () => {
  const town = await siteIn(t, 'Indore')
  const [mine, other] = [await stocked(t, { placeId: town.room }), await newAsset()]
  const limited = await personIn(town.room)
  const { _id: recordId } = await coverOf(t, [mine._id])
  const paper = await paperOn(t, { kind: 'cover', recordId })
  const listed = () => call(limited, papers.list, { query: { kind: 'cover', recordId } })
  expect((await listed()).body).toMatchObject({ papers: [{ _id: paper._id }], mayChange: true })
  await call(admin, covers.addAssets, { params: { id: recordId }, body: { ids: [other] } })
  expect((await listed()).body).toMatchObject({ mayChange: false })
  await call(admin, covers.removeAssets, { params: { id: recordId }, body: { ids: [mine._id] } })
  expect((await listed()).status).toBe(404)
})

test('a person who only reads sees papers and changes none', async () => {
  await t.db
    .insertInto('roles')
    .values({ name: 'Reads', permissions: ['reports'] })
    .execute()
  const auditor = await t.person({ role: 'Reads', city: 'Indore' })
  const recordId = await newAsset()
  const { _id: id } = await paperOn(t, { recordId })
  const listed = await call(auditor, papers.list, { query: { kind: 'asset', recordId } })
  expect([listed.body.papers.length, listed.body.mayChange]).toEqual([1, false])
  expect((await detach(id, recordId, auditor)).status).toBe(403)
  const brand = await call(auditor, papers.list, { query: { kind: 'brand', recordId } })
  expect(brand.status).toBe(404)
  await t.db
    .insertInto('roles')
    .values({ name: 'Masters only', permissions: ['master'] })
    .execute()
  const keeper = await t.person({ role: 'Masters only', city: 'Indore' })
  expect((await call(keeper, papers.list, { query: { kind: 'asset', recordId } })).status).toBe(403)
  expect((await call(keeper, papers.file, { params: { id } })).status).toBe(404)
})

test('a deleted asset keeps its papers, and gets no others', async () => {
  const { _id: recordId } = await stocked(t)
  const { _id: id } = await paperOn(t, { recordId })
  await call(admin, assets.remove, { params: { id: recordId } })
  const listed = await call(admin, papers.list, { query: { kind: 'asset', recordId } })
  expect([listed.body.papers.length, listed.body.mayChange]).toEqual([1, false])
  expect((await detach(id, recordId)).status).toBe(403)
  expect((await attach(id, (await binned(t))._id)).status).toBe(403)
})

test('a removal is undone by the person who did it, for a day', async () => {
  const recordId = await newAsset()
  const { _id: id } = await paperOn(t, { recordId })
  expect((await detach(id, recordId)).status).toBe(200)
  expect((await detach(id, recordId)).status).toBe(404)
  expect(await papersOn(t, recordId)).toEqual([])
  expect((await call(admin, papers.file, { params: { id } })).status).toBe(404)
  expect((await attach(id, recordId, await t.person({ role: 'Admin' }))).status).toBe(404)
  expect((await attach(id, recordId)).status).toBe(200)
  expect((await ledgerOf(t, recordId)).map(({ action }) => action)).toEqual([
    ...['asset.registered', 'asset.paper-added', 'asset.paper-removed', 'asset.paper-added'],
  ])
  await detach(id, recordId)
  await sql`update paper_links set removed_at = now() - interval '25 hours' where paper_id = ${id}`.execute(
    t.db,
  )
  expect((await attach(id, recordId)).status).toBe(404)
})

test('clean-up deletes papers without a record, then their content, unless another paper has it', async () => {
  const [recordId, bytes] = [await newAsset(), pdf('to be forgotten')]
  const [one, other] = [await paperOn(t, { recordId, bytes }), await paperOn(t, { recordId, bytes })]
  const hash = sha256Of(bytes)
  const end = async (id: string) => {
    await detach(id, recordId)
    await sql`update paper_links set removed_at = now() - interval '25 hours' where paper_id = ${id}`.execute(
      t.db,
    )
    await forgetPapers(t)
  }
  await end(one._id)
  const left = await t.db.selectFrom('papers').select('id').where('hash', '=', hash).execute()
  expect(left).toEqual([{ id: other._id }])
  await end(other._id)
  expect(await t.papers.get(hash)).toEqual(bytes)
  await paperOn(t, { recordId })
  await paperSweep(t)()
  expect(await t.papers.get(hash)).toEqual(bytes)
})

test('somebody attaches a paper while somebody else removes it from its last record', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [first, second] = [await newAsset(), await newAsset()]
    const { _id: id } = await paperOn(t, { recordId: first })
    const [attached, removed] = await Promise.all([
      attach(id, second, await t.person({ role: 'Admin' })),
      detach(id, first),
    ])
    expect(removed.status).toBe(200)
    expect([200, 404]).toContain(attached.status)
    expect(await papersOn(t, second)).toHaveLength(attached.status === 200 ? 1 : 0)
  }
})
