/** The stream announces what a request changed soon after its response. A later announcement is the work of a job, and news to this tab. */
const longestMs = 10_000

type Responded = { at: number; goesOn: boolean }
const responded = new Map<string, Responded>()
const renewed = new Map<string, number>()

/** Remembers a request of this tab by the id in its response. After a 202 a job continues the work. */
export function noteOwnRequest(id: string | null, status: number, now = Date.now()) {
  for (const [one, { at }] of responded) if (now - at > longestMs) responded.delete(one)
  if (id !== null) responded.set(id, { at: now, goesOn: status === 202 })
}

/** Remembers that this tab fetches the queries of these kinds again. */
export function noteRenewed(kinds: readonly string[], now = Date.now()) {
  for (const kind of kinds) renewed.set(kind, now)
}

/** Whether this tab sent the request just now, not another tab or device of the same person. */
export function isOwnRequest(id: string | undefined, now = Date.now()): boolean {
  const request = id === undefined ? undefined : responded.get(id)
  return request !== undefined && now - request.at <= longestMs
}

/** Whether this tab has fetched the queries of the kind since the response to its own request: the stream has no news then. */
export function isRenewed(kind: string, id: string | undefined, now = Date.now()): boolean {
  const request = isOwnRequest(id, now) ? responded.get(id ?? '') : undefined
  return request !== undefined && !request.goesOn && (renewed.get(kind) ?? 0) >= request.at
}
