import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { semaphore } from './semaphore.ts'

test('no more run at once than allowed, and everyone who waited gets a turn in order', async () => {
  const run = semaphore(2, 100)
  let running = 0
  let most = 0
  const done: number[] = []
  const work = (n: number) =>
    run(async () => {
      running += 1
      most = Math.max(most, running)
      await wait(1)
      running -= 1
      done.push(n)
    })
  await Promise.all(Array.from({ length: 30 }, (_, n) => work(n)))
  expect(most).toBe(2)
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n))
})

test('beyond those who may wait, the next is refused with a time to come back', async () => {
  const run = semaphore(1, 2)
  const first = [run(() => wait(5)), run(() => wait(5)), run(() => wait(5))]
  await expect(run(() => wait(5))).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 })
  await Promise.all(first)
  await expect(run(async () => 'a turn')).resolves.toBe('a turn')
})

test('work that fails gives its turn to the next', async () => {
  const run = semaphore(1, 10)
  const failing = run(async () => {
    throw new Error('stop')
  })
  const next = run(async () => 'a turn')
  await expect(failing).rejects.toThrow('stop')
  await expect(next).resolves.toBe('a turn')
  await expect(run(async () => 'another')).resolves.toBe('another')
})

test('work that goes first is done before all that waited, and a full queue does not keep it out', async () => {
  const run = semaphore(1, 3)
  const done: string[] = []
  const work = (name: string, goesFirst: boolean) =>
    run(
      async () => {
        await wait(1)
        done.push(name)
      },
      { goesFirst },
    )
  const flood = ['a', 'b', 'c', 'd'].map((name) => work(name, false))
  await expect(work('e', false)).rejects.toMatchObject({ code: 'unavailable' })
  await Promise.all([work('known', true), ...flood])
  expect(done).toEqual(['a', 'known', 'b', 'c', 'd'])
})
