// The contract for shells is described in docs/develop/reader-shell.md.

import { z } from 'zod'

/** The name of the global object, and of the events on the window. */
export const shellName = 'assetReader'
export const shellEventName = 'assetreader'

/**
 * The program around the page that drives the reader of a handheld. What it has read arrives as events on the
 * window, whose `detail` is one event or a list of them (`shell-events.ts`).
 */
export type ReaderShell = {
  version: 1
  /** Such as the model; people see it. */
  name: string
  /** Whether reads tell how strong the signal is. */
  signal: boolean
  /** Whether it has a trigger. It then reads while the trigger is held, otherwise from start to stop. */
  trigger: boolean
  /** The possible transmit power in dBm; null if it cannot be set. */
  power: { min: number; max: number } | null
  /** `start` while it is reading changes the power. */
  inventory: (action: 'start' | 'stop', power?: number) => unknown
  /** Looks for these tags until the next `inventory`. It may report other tags too. */
  locate: (epcs: string[], power?: number) => unknown
  /** Replaces the number of a tag; the event `written` says how it went. */
  write: (epc: string, newEpc: string) => unknown
}

const dBm = z.number().min(-20).max(40)
const facts = z.object({
  version: z.literal(1),
  name: z.string().trim().min(1).max(100),
  signal: z.boolean(),
  trigger: z.boolean(),
  power: z.object({ min: dBm, max: dBm }).nullable(),
})

const methods = ['inventory', 'locate', 'write'] as const

const isShell = (found: unknown): found is ReaderShell =>
  facts.safeParse(found).success &&
  methods.every((name) => typeof (found as Record<string, unknown>)[name] === 'function')

/** The shell around this page. An object of another version or without a method is none. */
export function shellOf(holder: object): ReaderShell | null {
  const found: unknown = Reflect.get(holder, shellName)
  return isShell(found) ? found : null
}
