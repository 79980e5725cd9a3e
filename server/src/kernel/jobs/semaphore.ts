import { Problem } from '#kernel/http/problem.ts'

/**
 * Runs at most `atOnce` pieces of work at a time; more than `most` waiting ones fail. Work that goes first
 * has its own queue of the same length, which is emptied before the other.
 */
export function semaphore(atOnce: number, most: number) {
  let running = 0
  const first: (() => void)[] = []
  const others: (() => void)[] = []
  return async function run<T>(work: () => Promise<T>, { goesFirst = false } = {}): Promise<T> {
    if (running >= atOnce) {
      const queue = goesFirst ? first : others
      if (queue.length >= most) throw new Problem('unavailable', {}, { retryAfter: 2 })
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = first.shift() ?? others.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
