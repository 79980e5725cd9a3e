import type { JsMsg } from '@nats-io/jetstream'

export type Queue = ReturnType<typeof newQueue>

/** What was delivered and not answered yet, of which `mostBytes` are enough. */
export function newQueue(mostBytes: number) {
  const waiting: JsMsg[] = []
  const takers: ((message: JsMsg | undefined) => void)[] = []
  const unanswered = new Set<JsMsg>()
  const askers: (() => void)[] = []
  let bytes = 0
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const askForPatience = () => {
    for (const message of unanswered) message.working()
  }
  return {
    put(message: JsMsg) {
      unanswered.add(message)
      bytes += message.data.length
      const taker = takers.shift()
      if (taker === undefined) waiting.push(message)
      else taker(message)
    },
    /** The log was told what became of it. */
    answered(message: JsMsg) {
      if (!unanswered.delete(message)) return
      bytes -= message.data.length
      if (bytes < mostBytes) for (const asker of askers.splice(0)) asker()
    },
    /** Fulfilled once there is room for more: what waits here is in memory, what waits in the log is not. */
    room: () =>
      new Promise<void>((resolve) => {
        if (bytes < mostBytes || isOver) resolve()
        else askers.push(resolve)
      }),
    next: () => waiting.shift(),
    take: () =>
      new Promise<JsMsg | undefined>((resolve) => {
        const message = waiting.shift()
        if (message !== undefined || isOver) resolve(message)
        else takers.push(resolve)
      }),
    /**
     * While the database is slow or away, messages wait here for longer than the log waits for an answer. Without a word it
     * would deliver them again and again, and a writer that only keeps up with copies never catches up.
     */
    keepAlive(everyMs: number) {
      clearInterval(timer)
      timer = setInterval(askForPatience, everyMs)
    },
    end() {
      isOver = true
      clearInterval(timer)
      for (const taker of takers.splice(0)) taker(undefined)
      for (const asker of askers.splice(0)) asker()
    },
  }
}
