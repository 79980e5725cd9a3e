import { listen } from '#kernel/db/listen.ts'

const lookEveryMs = 5_000
/** Changes that come one after the other are read together. */
const gatherMs = 50
const longestRoundMs = 5 * 60_000

type Settings<T> = {
  databaseUrl: string
  /** One round: reads what is new. How far it got is its own to remember (`position.ts`). */
  read: () => Promise<T>
  failed: (error: unknown) => void
  /** While it says no, what is written starts no round. */
  isWanted?: () => boolean
  /** What is announced on other channels, heard on the same connection. */
  alsoOn?: Record<string, (payload: string) => void>
}

export type LedgerFollower<T> = {
  /** A round that begins after this, at once or when the one under way has ended; undefined where it failed. */
  readNow(): Promise<T | undefined>
  /** The last round did not fail, and is not stuck. */
  isWorking(): boolean
  /** Resolves when the round under way has ended. */
  stop(): Promise<void>
}

/** Reads soon after something is written to the ledger, and now and then in any case; one round at a time. */
export function followLedger<T>({ databaseUrl, read, failed, ...settings }: Settings<T>): LedgerFollower<T> {
  const { isWanted = () => true, alsoOn = {} } = settings
  let lastRound = { beganAt: Date.now(), failed: false }
  let last: Promise<T | undefined> = Promise.resolve(undefined)
  let waiting: Promise<T | undefined> | undefined
  let gathering: NodeJS.Timeout | undefined
  let isDue = false
  let isOver = false

  async function round() {
    waiting = undefined
    const current = { beganAt: Date.now(), failed: false }
    lastRound = current
    try {
      return await read()
    } catch (error) {
      current.failed = true
      failed(error)
      return undefined
    }
  }

  function readNow() {
    waiting ??= last.then(round)
    last = waiting
    return last
  }

  function look() {
    if (isDue || isOver || !isWanted()) return
    isDue = true
    void last.then(() => {
      gathering = setTimeout(() => {
        isDue = false
        if (!isOver) void readNow()
      }, gatherMs)
    })
  }

  const looking = setInterval(look, lookEveryMs)
  const listener = listen(databaseUrl, ['events', ...Object.keys(alsoOn)], (channel, payload) =>
    channel === 'events' ? look() : alsoOn[channel]?.(payload),
  )
  return {
    readNow,
    isWorking: () => !lastRound.failed && Date.now() - lastRound.beganAt < longestRoundMs,
    async stop() {
      isOver = true
      clearInterval(looking)
      clearTimeout(gathering)
      await Promise.all([listener.stop(), last])
    },
  }
}
