const form = /^(\d{1,15}):(\d{1,15}):((?:\d{1,15}(?:,\d{1,15})*)?)$/

/** Which transactions a PostgreSQL snapshot, given as text, can see; undefined for any other text. */
export type ParsedSnapshot = { nextXact: number; sees: (xact: number) => boolean }

export function parseSnapshot(snapshot: string): ParsedSnapshot | undefined {
  const [whole, oldest, next, running] = form.exec(snapshot) ?? []
  if (whole === undefined || Number(oldest) > Number(next)) return undefined
  const open = new Set(running === '' ? [] : running?.split(',').map(Number))
  return {
    nextXact: Number(next),
    sees: (xact) => xact < Number(oldest) || (xact < Number(next) && !open.has(xact)),
  }
}

/** Whether a snapshot is from the past of this server: one from before a restore may be ahead of it. */
export function isPast(snapshot: string, now: string) {
  const [then, current] = [parseSnapshot(snapshot), parseSnapshot(now)]
  return then !== undefined && current !== undefined && then.nextXact <= current.nextXact
}
