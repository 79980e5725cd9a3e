import type { TagRead } from '#kernel/reader-shell/passes.ts'

/** What is heard of a tag. `level` is from 0 to 100; null where the reader does not tell how strong it is. */
export type Heard = { level: number | null; at: number; count: number }

/** In dBm: just readable, and right in front of the antenna. */
const [weakest, strongest] = [-75, -35]
/** Reads jump by ten dBm from one to the next; older ones lose half of their weight in this time. */
const halfMs = 250
/** A reader misses a tag now and then, so silence counts only after this time. */
const graceMs = 600
/** Silence halves the level in this time. */
const fadeMs = 500

function strengthOf({ rssi, proximity }: TagRead): number | null {
  if (proximity !== undefined) return proximity
  if (rssi === undefined) return null
  return Math.min(100, Math.max(1, (100 * (rssi - weakest)) / (strongest - weakest)))
}

/** The smoothed level after one more read. */
export function hear(before: Heard | undefined, read: TagRead, now: number): Heard {
  const [strength, count] = [strengthOf(read), (before?.count ?? 0) + 1]
  const last = before === undefined ? null : levelAt(before, now)
  if (strength === null) return { level: null, at: now, count }
  if (before === undefined || last === null || last === 0) return { level: strength, at: now, count }
  // Several reads of one moment share its weight.
  const kept = 0.5 ** (Math.max(20, now - before.at) / halfMs)
  return { level: last * kept + strength * (1 - kept), at: now, count }
}

/** The level now: it fades while the tag is silent. Null: heard lately, of unknown strength. */
export function levelAt({ level, at }: Heard, now: number): number | null {
  const silence = now - at - graceMs
  if (level === null) return silence < 2 * fadeMs ? null : 0
  if (silence <= 0) return level
  const faded = level * 0.5 ** (silence / fadeMs)
  return faded < 1 ? 0 : faded
}

const nearnesses = ['silent', 'far', 'near', 'here'] as const
export type Nearness = (typeof nearnesses)[number]

export function nearnessOf(level: number): Nearness {
  if (level === 0) return 'silent'
  if (level < 40) return 'far'
  return level < 80 ? 'near' : 'here'
}

/** Like a Geiger counter: the nearer, the faster and higher. */
export const tickOf = (level: number) => ({
  pitch: Math.round(330 * 4 ** (level / 100)),
  everyMs: Math.round(900 - 8 * level),
})
