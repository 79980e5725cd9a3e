import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '#kernel/actor.ts'
import { inTransaction } from '#kernel/db/db.ts'
import { endRows } from '#kernel/db/end-rows.ts'
import { testApp } from '#test/app.ts'
import { withIdempotencyKey } from './idempotency.ts'

const { db, person, config } = await testApp()
const [someone, other] = [await person(), await person()]
const actorOf = ({ id }: { id: string }) => ({ id }) as Actor

let done = 0
let key = 'key-0'
beforeEach(() => {
  done = 0
  key = `key-${Math.random()}`
})
const work = async () => {
  done += 1
  return { number: done, text: 'é "quoted"', list: [null, { deep: true }] }
}
const send = (request: unknown = { a: 1 }, as = someone, sent: string | undefined = key) =>
  inTransaction(db, (tx) => withIdempotencyKey(tx, actorOf(as), sent, request, work))

test('without a key the work is done every time', async () => {
  const unkeyed = () =>
    inTransaction(db, (tx) => withIdempotencyKey(tx, actorOf(someone), undefined, { a: 1 }, work))
  expect([(await unkeyed()).number, (await unkeyed()).number]).toEqual([1, 2])
})

test('the same call with the same key gets the first answer, and the work is done once', async () => {
  const first = await send()
  expect(await send()).toEqual(first)
  expect(await send()).toEqual(first)
  expect(done).toBe(1)
})

test('another call with the same key is refused', async () => {
  await send()
  await expect(send({ a: 2 })).rejects.toMatchObject({ code: 'key-of-another-call', status: 422 })
  expect(done).toBe(1)
})

test('a key belongs to the person who sent it', async () => {
  await send()
  expect((await send({ a: 2 }, other)).number).toBe(2)
})

test('while a call is under way the same key is refused with a time to come back, and afterwards gets its answer', async () => {
  let finish = () => undefined as unknown
  const held = new Promise((resolve) => {
    finish = () => resolve(undefined)
  })
  const started = Promise.withResolvers<void>()
  const first = inTransaction(db, (tx) =>
    withIdempotencyKey(tx, actorOf(someone), key, { a: 1 }, async () => {
      started.resolve()
      await held
      return work()
    }),
  )
  await started.promise
  await expect(send()).rejects.toMatchObject({ code: 'call-under-way', status: 409, retryAfter: 1 })
  expect((await send({ a: 1 }, other)).number).toBe(1)
  finish()
  const answer = await first
  expect(await send()).toEqual(answer)
})

test('work that fails leaves its key free', async () => {
  const failing = inTransaction(db, (tx) =>
    withIdempotencyKey(tx, actorOf(someone), key, { a: 1 }, () => Promise.reject(new Error('no'))),
  )
  await expect(failing).rejects.toThrow('no')
  expect((await send({ a: 2 })).number).toBe(1)
})

test('an answer whose transaction is rolled back was never given', async () => {
  const lost = inTransaction(db, async (tx) => {
    await withIdempotencyKey(tx, actorOf(someone), key, { a: 1 }, work)
    throw new Error('rolled back')
  })
  await expect(lost).rejects.toThrow('rolled back')
  expect((await send()).number).toBe(2)
})

test.each(['', ' ', 'with space', 'x'.repeat(201), 'é', 'a\nb'])('the key %j is refused', async (wrong) => {
  await expect(send({ a: 1 }, someone, wrong)).rejects.toMatchObject({
    code: 'key-malformed',
    message: 'An Idempotency-Key must have 1 to 200 plain characters.',
    fields: { 'Idempotency-Key': { code: 'key-malformed' } },
  })
  expect(done).toBe(0)
})

test('an answer is kept for a day', async () => {
  await send()
  await endRows(db, config.keepDays)
  expect((await send()).number).toBe(1)
  await sql`update idempotency_keys set created_at = now() - interval '25 hours'`.execute(db)
  await endRows(db, config.keepDays)
  expect((await send()).number).toBe(2)
})
