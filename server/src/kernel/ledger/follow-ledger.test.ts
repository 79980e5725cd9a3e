import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { followLedger, type LedgerFollower } from './follow-ledger.ts'

const { db, config } = await testApp()
const { databaseUrl } = config

const followers: LedgerFollower<unknown>[] = []
afterEach(async () => {
  for (const follower of followers.splice(0)) await follower.stop()
})

function follow<T>(read: () => Promise<T>, more: { isWanted?: () => boolean } = {}) {
  const failures: unknown[] = []
  const follower = followLedger({ databaseUrl, read, failed: (error) => failures.push(error), ...more })
  followers.push(follower)
  return { ...follower, failures }
}

const write = () =>
  sql`insert into events (action, record_kind, record_id, request_id)
    values ('brand.created', 'brand', uuidv7(), 'test')`.execute(db)

test('what is written is read soon, and much at once in few rounds', async () => {
  let rounds = 0
  follow(async () => {
    rounds += 1
  })
  // The listening connection is open, and its first read is done.
  await expect.poll(() => rounds).toBe(1)
  await Promise.all(Array.from({ length: 40 }, write))
  await expect.poll(() => rounds).toBeGreaterThan(1)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(rounds).toBeLessThan(10)
})

test('rounds never overlap, and one that is asked for begins after it was', async () => {
  let [running, most, count] = [0, 0, 0]
  const { readNow } = follow(async () => {
    running += 1
    most = Math.max(most, running)
    count += 1
    const number = count
    await new Promise((resolve) => setTimeout(resolve, 30))
    running -= 1
    return number
  })
  const first = readNow()
  await new Promise((resolve) => setTimeout(resolve, 10))
  const [second, third] = [readNow(), readNow()]
  expect([await first, await second, await third]).toEqual([1, 2, 2])
  await write()
  await expect.poll(() => count).toBeGreaterThan(2)
  expect(most).toBe(1)
})

test('a round that fails is reported, and the next one goes on', async () => {
  let isBroken = true
  const { readNow, failures, isWorking } = follow(async () => {
    if (isBroken) throw new Error('no database')
    return 'read'
  })
  expect(await readNow()).toBeUndefined()
  expect([isWorking(), failures[0]]).toEqual([false, new Error('no database')])
  isBroken = false
  expect([await readNow(), isWorking()]).toEqual(['read', true])
})

test('while nobody wants to know, what is written starts no round', async () => {
  let [rounds, isWanted] = [0, false]
  const read = async () => {
    rounds += 1
  }
  follow(read, { isWanted: () => isWanted })
  await write()
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(rounds).toBe(0)
  isWanted = true
  await write()
  await expect.poll(() => rounds).toBeGreaterThan(0)
})

test('it stops once the round under way has ended, and begins none after that', async () => {
  let [begun, ended] = [0, 0]
  const { readNow, stop } = follow(async () => {
    begun += 1
    await new Promise((resolve) => setTimeout(resolve, 100))
    ended += 1
  })
  void readNow()
  await expect.poll(() => begun).toBe(1)
  await stop()
  expect(ended).toBe(begun)
  await write()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(begun).toBe(ended)
})
