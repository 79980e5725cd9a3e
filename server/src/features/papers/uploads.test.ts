import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mostChunkBytes, papers, paperUploads } from '@ats/contract/papers.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { pdf } from '#test/paper-files.ts'
import { begun, paperOn, papersOn, sent, sha256Of, uploaded } from '#test/papers.ts'
import { administratorOf, ledgerOf, stocked } from '#test/stock.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const newAsset = async () => (await stocked(t))._id
const recordId = await newAsset()
const send = (id: string, start: number, file: Buffer) =>
  call(admin, paperUploads.send, { params: { id, start: String(start) }, file })
const received = async (id: string) => (await call(admin, paperUploads.get, { params: { id } })).body.received

const [half] = [100]

test('an upload is resumed where it stopped, and repeated chunks and completions have no second effect', async () => {
  const bytes = pdf('in two chunks')
  const { body } = await begun(t, { recordId, bytes })
  const id = body._id
  expect(body).toMatchObject({ received: 0, size: bytes.length })
  expect((await send(id, 0, bytes.subarray(0, half))).body.received).toBe(half)
  expect((await send(id, 0, bytes.subarray(0, half))).body.received).toBe(half)
  const gap = await send(id, half + 1, bytes.subarray(half + 1))
  expect([gap.status, gap.body.message]).toEqual([409, `The next chunk of this upload starts at ${half}.`])
  expect((await send(id, 0, bytes.subarray(0, half - 1))).status).toBe(409)
  const complete = () =>
    call(admin, paperUploads.complete, { params: { id }, body: { sha256: sha256Of(bytes) } })
  expect([(await complete()).status, await papersOn(t, recordId)]).toEqual([409, []])
  const both = await Promise.all([0, 1].map(() => send(id, half, bytes.subarray(half))))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await papersOn(t, recordId)).toEqual([])
  const [one, two] = await Promise.all([complete(), complete()])
  expect([one.status, two.status]).toEqual([201, 201])
  expect(one.body).toEqual(two.body)
  expect((await complete()).body).toEqual(one.body)
  expect((await send(id, half, bytes.subarray(half))).status).toBe(200)
  expect(await papersOn(t, recordId)).toEqual([one.body])
  const added = (await ledgerOf(t, recordId)).filter(({ action }) => action === 'asset.paper-added')
  expect(added).toHaveLength(1)
  expect((await call(admin, papers.file, { params: { id: one.body._id } })).body).toEqual(bytes)
})

test('chunks and files have limits, and an upload belongs to one person', async () => {
  const { body } = await begun(t, { recordId, bytes: Buffer.alloc(5_000_000) })
  const large = await send(body._id, 0, Buffer.alloc(mostChunkBytes + 1))
  expect([large.status, large.body.code]).toEqual([413, 'paper-chunk-too-large'])
  expect((await send(body._id, 0, Buffer.alloc(0))).status).toBe(409)
  const other = await t.person({ role: 'Admin' })
  expect((await call(other, paperUploads.get, { params: { id: body._id } })).status).toBe(404)
  const given = { kind: 'asset', recordId, name: 'A.pdf' }
  for (const size of [0, 25_000_001, 1.5]) {
    const answer = await call(admin, paperUploads.begin, { body: { ...given, size } })
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, ['size']])
  }
  const small = await begun(t, { recordId, bytes: Buffer.alloc(10) })
  expect((await send(small.body._id, 0, Buffer.alloc(11))).status).toBe(409)
})

test('a file that changed on its way is refused', async () => {
  const { params } = await sent(t, { recordId })
  const body = { sha256: sha256Of(Buffer.from('other')) }
  const answer = await call(admin, paperUploads.complete, { params, body })
  expect([answer.status, answer.body.code]).toEqual([409, 'paper-hash-differs'])
})

test('an upload ends after a day', async () => {
  const { params, body } = await sent(t, { recordId })
  await sql`update paper_uploads set expires_at = now() where id = ${params.id}`.execute(t.db)
  expect((await call(admin, paperUploads.get, { params })).status).toBe(404)
  expect((await call(admin, paperUploads.complete, { params, body })).status).toBe(404)
})

test('of a chunk whose connection breaks nothing is visible, and it is sent again', async () => {
  const asset = await newAsset()
  const bytes = pdf('cut off')
  const { body } = await begun(t, { recordId: asset, bytes })
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as AddressInfo
  await new Promise<void>((resolve) => {
    const path = `/api/v1/paper-uploads/${body._id}/chunks/0`
    const headers = {
      ...admin.headers,
      'content-type': 'application/octet-stream',
      'content-length': bytes.length,
    }
    const cut = request({ port, path, method: 'PUT', headers })
    cut.on('error', () => resolve())
    cut.write(bytes.subarray(0, half), () => setTimeout(() => cut.destroy(), 100))
    cut.on('close', () => resolve())
  })
  expect(await received(body._id)).toBe(0)
  expect(await papersOn(t, asset)).toEqual([])
  await send(body._id, 0, bytes)
  const params = { id: body._id }
  const done = await call(admin, paperUploads.complete, { params, body: { sha256: sha256Of(bytes) } })
  expect(done.status).toBe(201)
})

test('two people upload the same content at the same time, and it is stored once', async () => {
  const bytes = pdf('the same for both')
  const people = [admin, await t.person({ role: 'Admin' })]
  const answers = await Promise.all(
    people.map(async (as) => uploaded(t, { recordId: await newAsset(), bytes, as })),
  )
  expect(answers.map(({ status, body }) => [status, body.sha256])).toEqual(
    people.map(() => [201, sha256Of(bytes)]),
  )
  expect(await t.papers.get(sha256Of(bytes))).toEqual(bytes)
})

test('what a person uploads in a day, and what all hold, has limits', async () => {
  const { papers: limits } = t.config
  const usual = { ...limits }
  const person = await t.person({ role: 'Admin' })
  const begin = async () => {
    const { status, body, headers } = await begun(t, { recordId, as: person })
    return [status, body.code, headers['retry-after'] !== undefined]
  }
  limits.perDay = { ...usual.perDay, papers: 1 }
  expect(await begin()).toEqual([201, undefined, false])
  expect(await begin()).toEqual([429, 'papers-of-day', true])
  limits.perDay = { ...usual.perDay, bytes: 200 }
  expect(await begin()).toEqual([429, 'papers-of-day', true])
  limits.perDay = usual.perDay
  limits.inAll = { ...usual.inAll, papers: 1 }
  expect(await begin()).toEqual([429, 'papers-of-all', true])
  limits.inAll = usual.inAll
  await sql`update paper_uploads set created_at = now() - interval '25 hours' where user_id = ${person.id}`.execute(
    t.db,
  )
  expect(await begin()).toEqual([201, undefined, false])
})

test('a disk that is full, and a file that is missing, have errors of their own', async () => {
  const made = await paperOn(t, { recordId, bytes: pdf('soon gone') })
  await t.papers.remove(made.sha256)
  const gone = await call(admin, papers.file, { params: { id: made._id } })
  expect([gone.status, gone.body.code]).toEqual([404, 'paper-file-not-found'])
  const { put } = t.papers
  const { body } = await begun(t, { recordId })
  t.papers.put = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
  expect((await send(body._id, 0, pdf())).status).toBe(507)
  t.papers.put = put
  expect((await send(body._id, 0, pdf())).status).toBe(200)
})
