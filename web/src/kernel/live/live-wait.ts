const [firstWait, longestWait] = [1_000, 30_000]
/** A shorter stream was cut off, by an error or by a proxy that does not allow streams. */
const shortest = 10_000

/** `isPoll`: the request is expected to end immediately. */
type Ended = { failed: boolean; lasted: number; isPoll: boolean }

/** Milliseconds until the next attempt. The wait grows while streams end early, with or without an error. */
export function nextWait(wait: number, { failed, lasted, isPoll }: Ended): number {
  const isEarly = lasted < (failed ? longestWait : shortest) && (failed || !isPoll)
  return isEarly ? Math.min(2 * wait, longestWait) : firstWait
}
