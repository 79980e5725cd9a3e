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

/** Where this page stands in the stream: at first, at the position it was handed out with. Vite's own server hands out none. */
let position = pagePosition()

function pagePosition(): string | undefined {
  const content = document.querySelector('meta[name="live-position"]')?.getAttribute('content') ?? ''
  return /^[\w-]{40,}$/.test(content) ? content : undefined
}

/** The page was answered before it began to listen: what changed in between is asked for. */
const missed: Said = { position: undefined, message: { type: 'reset' } }

/** News to the person are no lines of the ledger: a stream that goes on from a position does not tell those in between. */
const perhapsNews: Said = { position: undefined, message: { type: 'notifications' } }

/**
 * Hears what changes, until `signal` says that it is enough. One tab of the browser listens and tells the others; when it
 * is closed another goes on from where it stood. Browsers share nothing on addresses that are not safe: there every tab
 * asks now and then.
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
  /** Another tab listens and tells what changes from now on; what changed since this page was handed out is asked for once. */
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

/** Resolves when this tab has had its turn. `joined` is called where another tab has it already. */
async function takeTurns(work: () => Promise<void>, joined: () => void, signal: AbortSignal) {
  const isFree = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work()
    return lock !== null
  })
  if (isFree || signal.aborted) return
  joined()
  await navigator.locks.request(name, { signal }, work).catch(() => undefined)
}

/** Again and again; what fails or ends early is tried less and less often, at moments that differ from browser to browser. */
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
