import type { ReadAnswer } from '@ats/contract/inventories/counting.ts'

/** The server's classes for the tags of one room. */
type Answered = { inventoryId: string; placeId: string; answers: ReadAnswer[] }

/**
 * Messages between the tabs of this browser: the outbox changed, and the server's classes if there are any.
 */
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
