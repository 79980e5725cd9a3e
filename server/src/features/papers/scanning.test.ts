import { createServer, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { papers } from '@ats/contract/papers.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { beginNotifying, writeNotifications } from '#features/notifications/notifier.ts'
import { jobHandlers } from '#server/app.ts'
import { testApp } from '#test/app.ts'
import { clamd } from '#test/clamd.ts'
import { toldTo } from '#test/news.ts'
import { pdf } from '#test/paper-files.ts'
import { paperOn, papersOn, sha256Of } from '#test/papers.ts'
import { png } from '#test/pictures.ts'
import { administratorOf, ledgerOf, stocked } from '#test/stock.ts'
import { ping, scan } from './clamd.ts'
import { scanAgain } from './scanning.ts'

const scanner = await clamd()
afterAll(scanner.stop)
const t = await testApp()
t.config.papers.clamd = scanner.address
const { call } = t
const admin = await administratorOf(t)
await beginNotifying(t.db)
const handle = jobHandlers(t)['paper-scans']
const scanned = (id: string) => handle(id, new AbortController().signal)
const opened = async (id: string) => (await call(admin, papers.file, { params: { id } })).status
const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'
const newAsset = async () => (await stocked(t))._id

test('a paper is opened after it was scanned, and not before', async () => {
  const recordId = await newAsset()
  const { _id: id, scan: state } = await paperOn(t, { recordId, name: 'Photo.png', bytes: await png() })
  expect([state, await opened(id)]).toEqual(['waiting', 409])
  expect((await call(admin, papers.thumbnail, { params: { id } })).status).toBe(409)
  expect(await t.jobs.enqueued('paper-scans')).toContain(id)
  await scanned(id)
  expect([await opened(id), (await papersOn(t, recordId))[0]?.scan]).toEqual([200, 'clean'])
})

test('an infected paper is deleted from all records, with its copies, and its uploader is notified', async () => {
  const [first, second] = [await newAsset(), await newAsset()]
  const bytes = pdf(eicar)
  const uploader = await t.person({ role: 'User', city: 'Indore' })
  const one = await paperOn(t, { recordId: first, name: 'Bill.pdf', bytes, as: uploader })
  const copy = await paperOn(t, { recordId: second, name: 'Copy.pdf', bytes })
  await scanned(one._id)
  expect([await papersOn(t, first), await papersOn(t, second)]).toEqual([[], []])
  expect([await opened(one._id), await opened(copy._id)]).toEqual([404, 404])
  expect(await t.papers.get(sha256Of(bytes))).toBeUndefined()
  expect((await ledgerOf(t, first)).at(-1)).toMatchObject({
    ...{
      action: 'asset.paper-infected',
      actor: null,
      before: { paper: 'Bill.pdf', sha256: sha256Of(bytes) },
    },
    after: { signature: 'Eicar-Test-Signature' },
  })
  await writeNotifications(t)
  expect(await toldTo(t, uploader)).toMatchObject([{ rule: 'paper-infected', subject: 'Bill.pdf' }])
  await scanned(copy._id)
})

test('while the scanner is down the paper waits, and is scanned when it is back', async () => {
  const recordId = await newAsset()
  const { _id: id } = await paperOn(t, { recordId, bytes: pdf('patient') })
  const { clamd: address } = t.config.papers
  t.config.papers.clamd = { host: '127.0.0.1', port: 1 }
  await expect(scanned(id)).rejects.toThrow('ECONNREFUSED')
  expect(await opened(id)).toBe(409)
  t.config.papers.clamd = undefined
  await expect(scanned(id)).rejects.toThrow('CLAMD_URL')
  t.config.papers.clamd = address
  await sql`delete from jobs.job where data ->> 'id' = ${id}`.execute(t.db)
  await sql`update papers set uploaded_at = now() - interval '2 hours' where id = ${id}`.execute(t.db)
  await scanAgain(t)
  expect(await t.jobs.enqueued('paper-scans')).toContain(id)
  await scanned(id)
  expect(await opened(id)).toBe(200)
})

async function badScanner(behave: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    behave(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  return { host: '127.0.0.1', port: (server.address() as { port: number }).port }
}

const content = () => Readable.from([Buffer.alloc(3_000_000, 'a')])

test.each<[string, (socket: Socket) => void, RegExp]>([
  ['never answers', (socket) => socket.resume(), /too slow|does not answer/],
  ['never reads', (socket) => socket.pause(), /too slow|does not answer/],
  ['hangs up', (socket) => socket.destroy(), /closed|ECONNRESET|EPIPE/],
  ['answers nonsense', (socket) => socket.end('stream: OK I think\0'), /answered: stream: OK I think/],
  ['reports an error', (socket) => socket.end('INSTREAM size limit exceeded. ERROR\0'), /size limit/],
  ['answers for ever', (socket) => socket.write('x'.repeat(100_000)), /too much/],
  ['answers half', (socket) => socket.end('stream: OK'), /closed/],
])('a scanner that %s finds nothing clean', async (_what, behave, error) => {
  await expect(scan(await badScanner(behave), content(), 500)).rejects.toThrow(error)
})

test('the scanner is asked whether it is there', async () => {
  await ping(scanner.address)
  await expect(ping(await badScanner((socket) => socket.end('NO\0')))).rejects.toThrow('NO')
})
