import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { exports } from '@ats/contract/exports.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { jobHandlers } from '#server/app.ts'
import { type Person, type TestApp, testApp } from '#test/app.ts'
import { asked, opened, ticketFor } from '#test/exports.ts'

const patient = {
  perPerson: 2,
  atOnce: 3,
  leastBytesPerSecond: 16_000,
  windowMs: 60_000,
  longestMs: 3_600_000,
}

/** Read whenever a download starts, so each test can have its own limits on one server. */
const limitsNow = { ...patient }
const t = await testApp({ downloadLimits: limitsNow })
/** More than all buffers on the way can hold, so that PostgreSQL is still busy while the client waits. */
await sql`insert into brands (name) select repeat('b', 190) || n from generate_series(1, 100000) n`.execute(
  t.db,
)
await t.app.listen({ port: 0, host: '127.0.0.1' })

/** Waits until downloads of the previous test no longer count. */
async function served(limits: Partial<typeof patient> = {}) {
  Object.assign(limitsNow, patient, limits)
  await expect.poll(() => backends(t), { timeout: 8000 }).toBe(0)
  return t
}

/** Reads the headers of the response, and not one byte more. */
async function started(t: TestApp, as: Person) {
  const { id } = (await asked(t, as, { list: 'brand', columns: ['name'] })).body.export
  return reading(t, as, id)
}

async function reading(t: TestApp, as: Person, id: string) {
  const path = await ticketFor(t, as, id)
  const { port } = t.app.server.address() as AddressInfo
  const request = get({ port, path, headers: { cookie: `ats_session=${as.cookie}` } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { id, response, status: response.statusCode }
}

const ticketStatus = async (t: TestApp, as: Person) => {
  const { id } = (await asked(t, as, { list: 'city' })).body.export
  const { status, headers, body } = await t.call(as, exports.ticket, { params: { id } })
  return { status, retryAfter: headers['retry-after'], message: body.message }
}

const backends = async (t: TestApp) => {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where application_name = 'ats export' and datname = current_database()`.execute(t.db)
  return rows[0]?.count
}

/** Reads at most this many bytes between pauses; returns the number of all bytes. */
async function sip(response: IncomingMessage, bytes: number, restMs: number) {
  let all = 0
  let since = 0
  for await (const chunk of response) {
    all += (chunk as Buffer).length
    since += (chunk as Buffer).length
    if (since >= bytes) {
      since = 0
      await wait(restMs)
    }
  }
  return all
}

test('a person downloads two lists at once, and others get theirs meanwhile', async () => {
  const t = await served()
  const [greedy, other, third] = [await t.person(), await t.person(), await t.person()]
  const open = [await started(t, greedy), await started(t, greedy)]
  expect(await ticketStatus(t, greedy)).toEqual({
    ...{ status: 429, retryAfter: '10' },
    message: 'You are already downloading two lists. Please wait until one of them is finished.',
  })
  expect((await ticketStatus(t, other)).status).toBe(200)
  open.push(await started(t, other))
  expect(await ticketStatus(t, third)).toEqual({
    ...{ status: 503, retryAfter: '10' },
    message: 'Many lists are being downloaded now. Please try again shortly.',
  })
  for (const { response } of open) response.destroy()
  await expect.poll(() => backends(t), { timeout: 5000 }).toBe(0)
  for (const person of [greedy, other, third]) expect((await ticketStatus(t, person)).status).toBe(200)
})

test('two workbooks are downloaded at once as well, and they take no place from lists', async () => {
  const t = await served()
  const person = await t.person()
  const { id } = (await asked(t, person, { list: 'city', format: 'xlsx' })).body.export
  await jobHandlers(t).exports(id, new AbortController().signal)
  await writeFile(join(t.config.dataDir, 'exports', `${id}.xlsx`), Buffer.alloc(30_000_000))
  const open = [await reading(t, person, id), await reading(t, person, id)]
  expect((await t.call(person, exports.ticket, { params: { id } })).status).toBe(429)
  expect((await ticketStatus(t, person)).status).toBe(200)
  for (const { response } of open) response.destroy()
  await expect.poll(async () => (await t.call(person, exports.ticket, { params: { id } })).status).toBe(200)
})

test('tickets that were given out before do not get past the limit', async () => {
  const t = await served()
  const greedy = await t.person()
  const { id } = (await asked(t, greedy, { list: 'city' })).body.export
  const early = await ticketFor(t, greedy, id)
  const open = [await started(t, greedy), await started(t, greedy)]
  expect((await opened(t, early, greedy.cookie)).statusCode).toBe(429)
  for (const { response } of open) response.destroy()
})

test('a reader who takes next to nothing is cut off, is told why, and may try again', async () => {
  const t = await served({ windowMs: 1000 })
  const slow = await t.person()
  const { id, response } = await started(t, slow)
  expect(await backends(t)).toBe(1)
  await expect.poll(() => backends(t), { timeout: 8000 }).toBe(0)
  await expect(sip(response, 1_000_000, 0)).rejects.toThrow('aborted')
  await expect
    .poll(async () => (await t.call(slow, exports.get, { params: { id } })).body.message)
    .toBe('The download was too slow and was stopped. Please download again.')
  const again = await opened(t, await ticketFor(t, slow, id), slow.cookie)
  expect(again.body.split('\n').length).toBeGreaterThan(100_000)
  await expect.poll(async () => (await t.call(slow, exports.get, { params: { id } })).body.message).toBeNull()
})

test('a reader who is slow, though not that slow, gets the whole file', async () => {
  const t = await served({ windowMs: 1000, leastBytesPerSecond: 500_000 })
  const { response } = await started(t, await t.person())
  expect(await sip(response, 1_000_000, 150)).toBeGreaterThan(19_000_000)
})

test('a download that takes too long is ended', async () => {
  const t = await served({ longestMs: 1000 })
  const person = await t.person()
  const { id, response } = await started(t, person)
  await expect(sip(response, 500_000, 150)).rejects.toThrow('aborted')
  await expect
    .poll(async () => (await t.call(person, exports.get, { params: { id } })).body.message)
    .toBe('The download took too long and was stopped. Please export fewer rows.')
})

test('a download ends when its owner may see something else', async () => {
  const t = await served()
  const person = await t.person()
  const { response } = await started(t, person)
  await sql`update users set status = 'disabled' where id = ${person.id}`.execute(t.db)
  await expect.poll(() => backends(t), { timeout: 8000 }).toBe(0)
  await expect(sip(response, 1_000_000, 0)).rejects.toThrow('aborted')
})
