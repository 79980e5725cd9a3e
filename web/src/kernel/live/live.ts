import { hearLive, type LiveMessage, live } from '@ats/contract/live.ts'
import { open } from '#kernel/http/call.ts'
import { nextWait } from './live-wait.ts'

type Said = { position: string | undefined; message: LiveMessage }

const name = 'live'
const pollSeconds = 15

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })

/**
 * The last known position in the stream; initially the position in the HTML page. Vite's development server
 * sends none.
 */
let position = pagePosition()

function pagePosition(): string | undefined {
  const content = document.querySelector('meta[name="live-position"]')?.getAttribute('content') ?? ''
  return /^[\w-]{40,}$/.test(content) ? content : undefined
}

/** The page was served before it subscribed: changes in between may be lost, so everything is refetched. */
const missed: Said = { position: undefined, message: { type: 'reset' } }

/**
 * Notifications are not ledger entries: a stream that resumes from a position does not repeat the missed
 * ones.
 */
const perhapsNews: Said = { position: undefined, message: { type: 'notifications' } }

/**
 * Subscribes to changes until `signal` aborts. One tab of the browser holds the stream and informs the
 * others; when it closes, another tab resumes at the same position. The Web Locks API needs a secure context:
 * without it, every tab polls.
 */
export function hearChanges(heard: (message: LiveMessage) => void, signal: AbortSignal): void {
  const start = position
  const tabs = new BroadcastChannel(name)
  tabs.onmessage = ({ data }: MessageEvent<Said>) => {
    position = data.position ?? position
    heard(data.message)
  }
  signal.addEventListener('abort', () => tabs.close())

  const say = (said: Said) => {
    if (signal.aborted) return
    const isFirst = position === undefined && said.position !== undefined
    position = said.position ?? position
    heard(said.message)
    tabs.postMessage(said)
    if (isFirst) say(missed)
  }
  const listen = async (seconds?: number) => {
    const headers = position === undefined ? {} : { 'last-event-id': position }
    const { body } = await open(live.stream, { query: { seconds } }, { signal, headers })
    if (body === null) return
    say(perhapsNews)
    await hearLive(body, say)
  }
  /**
   * Another tab holds the stream. Fetch the changes since this page was served once; later ones come from
   * that tab.
   */
  const catchUp = async () => {
    if (start === undefined) return heard(missed.message)
    const headers = { 'last-event-id': start }
    const { body } = await open(live.stream, { query: { seconds: 0 } }, { signal, headers })
    heard(perhapsNews.message)
    if (body !== null) await hearLive(body, ({ message }) => heard(message))
  }
  const shared = 'locks' in navigator
  const turn = shared ? takeTurns : (work: () => Promise<void>) => work()
  void turn(
    () => goOn(() => listen(shared ? undefined : 0), shared ? 0 : pollSeconds * 1000, signal),
    () => void catchUp().catch(() => signal.aborted || heard(missed.message)),
    signal,
  )
}

/** Resolves when this tab has held the lock. Calls `joined` if another tab holds it already. */
async function takeTurns(work: () => Promise<void>, joined: () => void, signal: AbortSignal) {
  const isFree = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work()
    return lock !== null
  })
  if (isFree || signal.aborted) return
  joined()
  await navigator.locks.request(name, { signal }, work).catch(() => undefined)
}

/**
 * Repeats `listen` until `signal` aborts. After errors and early ends it backs off, with jitter, so that
 * browsers do not reconnect in step.
 */
async function goOn(listen: () => Promise<void>, rest: number, signal: AbortSignal) {
  for (let wait = 1_000; !signal.aborted; ) {
    const started = Date.now()
    const failed = await listen().then(
      () => false,
      () => true,
    )
    wait = nextWait(wait, { failed, lasted: Date.now() - started, isPoll: rest > 0 })
    await pause(rest + wait * (1 + Math.random()), signal)
  }
}
