import type { ShellEvent } from './shell-events.ts'

export type TagRead = { epc: string; at: number; rssi?: number; proximity?: number }

/** Without a trigger, a tag that was not read for this long begins another pass. */
const passMs = 10_000

type Sent = Extract<ShellEvent, { type: 'tag' }>

/** A device whose clock is ahead does not read in the future. */
export const readOf = ({ epc, rssi, proximity, at }: Sent, now: number): TagRead => ({
  ...{ epc, at: Math.min(at ?? now, now) },
  ...(rssi !== undefined && { rssi }),
  ...(proximity !== undefined && { proximity }),
})

/**
 * A reader reports a tag that lies still many times a second. Each tag counts once per pass: while the trigger is
 * held, or until the tag was gone for a while.
 */
export function readsByPass() {
  const seen = new Map<string, number>()
  return {
    isNew({ epc }: TagRead, now: number): boolean {
      const last = seen.get(epc)
      seen.set(epc, now)
      return last === undefined || now - last > passMs
    },
    end: () => seen.clear(),
  }
}
