/** What a call does is told within a moment of its answer. What comes later is the work of a job, and news to the tab, too. */
const longestMs = 10_000

const answered = new Map<string, number>()

/** Takes note of a call that this tab made, by the id its answer names. */
export function noteOwnCall(id: string | null, now = Date.now()) {
  for (const [one, at] of answered) if (now - at > longestMs) answered.delete(one)
  if (id !== null) answered.set(id, now)
}

/** Whether this very tab made the call just now: another tab of the same person, or their phone, did not. */
export function isOwnCall(id: string | undefined, now = Date.now()): boolean {
  const at = id === undefined ? undefined : answered.get(id)
  return at !== undefined && now - at <= longestMs
}
