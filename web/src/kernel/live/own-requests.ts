/** What a call does is told within a moment of its answer. What comes later is the work of a job, and news to the tab, too. */
const longestMs = 10_000

type Answered = { at: number; goesOn: boolean }
const answered = new Map<string, Answered>()
const renewed = new Map<string, number>()

/** Takes note of a call that this tab made, by the id its answer names. With 202 a job goes on with it. */
export function noteOwnRequest(id: string | null, status: number, now = Date.now()) {
  for (const [one, { at }] of answered) if (now - at > longestMs) answered.delete(one)
  if (id !== null) answered.set(id, { at: now, goesOn: status === 202 })
}

/** Takes note that this tab fetches again what shows records of these kinds. */
export function noteRenewed(kinds: readonly string[], now = Date.now()) {
  for (const kind of kinds) renewed.set(kind, now)
}

/** Whether this very tab made the call just now: another tab of the same person, or their phone, did not. */
export function isOwnRequest(id: string | undefined, now = Date.now()): boolean {
  const call = id === undefined ? undefined : answered.get(id)
  return call !== undefined && now - call.at <= longestMs
}

/** Whether this tab has fetched again what shows the kind since its own call was answered: the stream tells it nothing new. */
export function isRenewed(kind: string, id: string | undefined, now = Date.now()): boolean {
  const call = isOwnRequest(id, now) ? answered.get(id ?? '') : undefined
  return call !== undefined && !call.goesOn && (renewed.get(kind) ?? 0) >= call.at
}
