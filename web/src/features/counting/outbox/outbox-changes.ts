import type { ReadAnswer } from '@ats/contract/inventories/counting.ts'

/** What the tabs of this browser tell each other: that the outbox changed, and what the server said of tags. */
type Message = { answers: ReadAnswer[] }

const listeners = new Set<(message: Message) => void>()
const tabs = new BroadcastChannel('counting')
tabs.onmessage = ({ data }: MessageEvent<Message>) => {
  for (const listener of listeners) listener(data)
}

export function tellChange(answers: ReadAnswer[] = []) {
  const message = { answers }
  for (const listener of listeners) listener(message)
  tabs.postMessage(message)
}

export function onOutboxChange(listener: (message: Message) => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
