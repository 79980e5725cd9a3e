import { setTimeout as delay } from 'node:timers/promises'
import { hearLive, live, type readLive } from '../contract/live.ts'

/** A browser that follows the live stream; when it is disconnected, it resumes elsewhere from its last position. */
export type Browser = {
  heard: Map<number, number>
  times: Map<number, number>
  /** How often it resumed after a disconnection. */
  resumed: number
  resets: number
  isOpen: boolean
}

export function openBrowser(
  headers: Record<string, string>,
  addresses: string[],
  ended: AbortSignal,
): Browser {
  const browser: Browser = { heard: new Map(), times: new Map(), resumed: 0, resets: 0, isOpen: false }
  let last = ''
  const hear = ({ position, message }: ReturnType<typeof readLive>) => {
    last = position ?? last
    if (message.type === 'reset') browser.resets += 1
    if (message.type !== 'events') return
    for (const { id } of message.events) {
      browser.heard.set(id, (browser.heard.get(id) ?? 0) + 1)
      browser.times.set(id, Date.now())
    }
  }
  const listen = async (address: string) => {
    const answer = await fetch(`${address}${live.stream.path}`, {
      headers: { ...headers, ...(last !== '' && { 'last-event-id': last }) },
      signal: ended,
    })
    if (!answer.ok || answer.body === null) throw new Error(`the stream answered ${answer.status}`)
    if (last !== '') browser.resumed += 1
    browser.isOpen = true
    await hearLive(answer.body, hear)
  }
  const listenOn = async () => {
    for (let at = 0; !ended.aborted; at += 1) {
      await listen(addresses[at % addresses.length] ?? '').catch(() => undefined)
      browser.isOpen = false
      if (!ended.aborted) await delay(100)
    }
  }
  void listenOn()
  return browser
}
