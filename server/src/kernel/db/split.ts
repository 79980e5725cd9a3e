// Why it is built this way: docs/decisions/061-partitions-by-month.md

import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Lifetime, lifetimes } from '#kernel/lifetimes.ts'
import type { Db } from './db.ts'
import { isLockTimeout } from './partitions.ts'

const rowsAStep = 20_000
const mostPauseMs = 5000
const lookAgainMs = 60 * 60_000
/** Somebody who holds a lock for longer, such as a backup, holds it for long. */
const mostLocked = 60
const sayAgainMs = 60_000

type Log = { info(facts: object, text: string): void }
type Split = { db: Db; log: Log; signal?: AbortSignal; rows?: number }

/**
 * Splits the partitions that were whole tables before they had months. Continues where another run or process
 * stopped. Pauses after each step for as long as the step took, so that it uses half of one connection.
 * If somebody holds a lock, it tries again. Returns when nothing is left, or after five minutes of that.
 */
export async function splitIntoMonths(split: Split) {
  for (const [table, { partition }] of Object.entries<Lifetime>(lifetimes))
    if (partition?.by === 'month') await splitTable(table, split)
}

async function splitTable(table: string, { db, log, signal, rows = rowsAStep }: Split) {
  let said = 0
  for (let locked = 0; locked < mostLocked && !signal?.aborted; ) {
    const began = performance.now()
    const step = await splitStep(db, table, rows)
    if (step === null) return
    locked = step === 'locked' ? locked + 1 : 0
    if (!step.includes(':') || began - said > sayAgainMs) {
      log.info({ table, step }, 'splitting into months')
      said = began
    }
    await pause(locked > 0 ? mostPauseMs : Math.min(performance.now() - began, mostPauseMs), signal)
  }
}

const pause = (ms: number, signal?: AbortSignal) => delay(ms, undefined, { signal }).catch(() => undefined)

async function splitStep(db: Db, table: string, rows: number): Promise<string | null> {
  try {
    const { rows: steps } = await sql<{ step: string | null }>`
      select split_step(${table}, ${rows}::int) as step`.execute(db)
    return steps[0]?.step ?? null
  } catch (error) {
    if (isLockTimeout(error)) return 'locked'
    throw error
  }
}

/** Splits in the background, and looks again every hour. */
export function startSplitting(db: Db, log: Log, failed: (error: unknown) => void) {
  const stopping = new AbortController()
  const { signal } = stopping
  const work = (async () => {
    for (; !signal.aborted; await pause(lookAgainMs, signal))
      await splitIntoMonths({ db, log, signal }).catch(failed)
  })()
  return {
    async stop() {
      stopping.abort()
      await work
    },
  }
}
