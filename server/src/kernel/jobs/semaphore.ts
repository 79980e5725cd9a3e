import { Problem } from '#kernel/http/problem.ts'

/** Runs at most `atOnce` pieces of work at a time; more than `most` waiting are refused. */
export function semaphore(atOnce: number, most: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= most) throw new Problem('unavailable', {}, { retryAfter: 2 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
