import type { ReadAnswer } from '@ats/contract/inventories/counting.ts'

/** What the server said of the tags of one room. */
type Answered = { inventoryId: string; placeId: string; answers: ReadAnswer[] }

/** What the tabs of this browser tell each other: that the outbox changed, and what the server said. */
type Message = { answered: Answered | null }

const listeners = new Set<(message: Message) => void>()
const tabs = new BroadcastChannel('counting')
tabs.onmessage = ({ data }: MessageEvent<Message>) => {
  for (const listener of listeners) listener(data)
}

export function tellChange(answered: Answered | null = null) {
  const message = { answered }
  for (const listener of listeners) listener(message)
  tabs.postMessage(message)
}

export function onOutboxChange(listener: (message: Message) => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
