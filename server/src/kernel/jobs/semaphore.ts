import { Problem } from '#kernel/http/problem.ts'

type Turn = { goesFirst?: boolean }

/**
 * Lets at most `atOnce` in at a time; beyond `most` waiting ones it fails. Work that goes first has a queue of the same
 * length, which is emptied before the other. `enter` returns what lets the next one in.
 */
export function turnstile(atOnce: number, most: number) {
  let inside = 0
  const first: (() => void)[] = []
  const others: (() => void)[] = []
  const leave = () => {
    const next = first.shift() ?? others.shift()
    if (next === undefined) inside -= 1
    else next()
  }
  return {
    async enter({ goesFirst = false }: Turn = {}): Promise<() => void> {
      if (inside >= atOnce) {
        const queue = goesFirst ? first : others
        if (queue.length >= most) throw new Problem('unavailable', {}, { retryAfter: 2 })
        await new Promise<void>((resolve) => queue.push(resolve))
      } else inside += 1
      return leave
    },
  }
}

/** Runs at most `atOnce` pieces of work at a time; more than `most` waiting ones fail. */
export function semaphore(atOnce: number, most: number) {
  const turns = turnstile(atOnce, most)
  return async function run<T>(work: () => Promise<T>, turn: Turn = {}): Promise<T> {
    const leave = await turns.enter(turn)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
