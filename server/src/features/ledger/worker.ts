import { inTransaction } from '#kernel/db/db.ts'
import { type SealKey, sealKeyOf } from '#kernel/ledger/seal-key.ts'
import type { Services } from '#kernel/services.ts'
import { sealNext } from './sealing.ts'
import { noteSeals } from './witness.ts'

const everyMs = 3000
const stuckMs = 5 * 60_000

export type Sealing = { isWorking(): boolean; stop(): Promise<void> }

/** Seals everything that is new. Several workers take turns, because each holds the state while it seals. */
export async function sealAll(
  { db }: Pick<Services, 'db'>,
  key: SealKey,
  signal?: AbortSignal,
): Promise<number> {
  let sealed = 0
  let isMore = true
  while (isMore && signal?.aborted !== true) {
    const step = await inTransaction(db, (tx) => sealNext(tx, key))
    sealed += step.sealed
    isMore = step.isMore
  }
  return sealed
}

/** Seals the ledger every few seconds. A worker that is stopped only delays seals. */
export function startSealing(services: Services, failed: (error: unknown) => void): Sealing {
  const { sealsDir } = services.config
  const key = sealKeyOf(services.config)
  const stopping = new AbortController()
  let endedAt = Date.now()
  let isFailing = false
  let running: Promise<unknown> | undefined

  async function round() {
    try {
      await sealAll(services, key, stopping.signal)
      if (sealsDir !== undefined) await noteSeals(services.db, sealsDir)
      isFailing = false
    } catch (error) {
      if (stopping.signal.aborted) return
      isFailing = true
      failed(error)
    } finally {
      endedAt = Date.now()
      running = undefined
    }
  }

  const timer = setInterval(() => {
    running ??= round()
  }, everyMs)
  return {
    isWorking: () => !isFailing && Date.now() - endedAt < stuckMs,
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await running
    },
  }
}
