import { listen } from '#kernel/db/listen.ts'

const lookEveryMs = 5_000
/** Changes in quick succession are read together. */
const gatherMs = 50
const longestRoundMs = 5 * 60_000

type Settings<T> = {
  databaseUrl: string
  /** One round: reads the new entries. It stores its own position (`position.ts`). */
  read: () => Promise<T>
  failed: (error: unknown) => void
  /** While it returns false, new entries start no round. */
  isWanted?: () => boolean
  /** Notifications on other channels of the same connection. */
  alsoOn?: Record<string, (payload: string) => void>
}

export type LedgerFollower<T> = {
  /** A round that begins after this call, immediately or after the running one; undefined if it failed. */
  readNow(): Promise<T | undefined>
  /** The last round did not fail, and is not stuck. */
  isWorking(): boolean
  /** Resolves when the running round has ended. */
  stop(): Promise<void>
}

/** Reads soon after a ledger entry is written, and at intervals in any case; one round at a time. */
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
