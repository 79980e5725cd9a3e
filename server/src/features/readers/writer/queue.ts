import type { JsMsg } from '@nats-io/jetstream'

export type Queue = ReturnType<typeof newQueue>

/** Messages that were delivered and not acknowledged yet, up to about `mostBytes`. */
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
    /** The message was acknowledged, negatively acknowledged or terminated. */
    answered(message: JsMsg) {
      if (!unanswered.delete(message)) return
      bytes -= message.data.length
      if (bytes < mostBytes) for (const asker of askers.splice(0)) asker()
    },
    /** Resolves once there is room for more: messages here use memory, messages in the stream do not. */
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
     * While the database is slow or down, messages wait here longer than the acknowledgement timeout. Without
     * this signal NATS would deliver them again and again, and a writer busy with copies would never catch
     * up.
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
