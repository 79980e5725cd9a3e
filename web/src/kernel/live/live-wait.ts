const [firstWait, longestWait] = [1_000, 30_000]
/** A stream that ends sooner was cut, by an error or by a proxy that allows none. */
const shortest = 10_000

/** `isPoll`: the request is meant to end immediately. */
type Ended = { failed: boolean; lasted: number; isPoll: boolean }

/** Milliseconds until the next try: longer and longer as long as streams end early, with or without an error. */
export function nextWait(wait: number, { failed, lasted, isPoll }: Ended): number {
  const isEarly = lasted < (failed ? longestWait : shortest) && (failed || !isPoll)
  return isEarly ? Math.min(2 * wait, longestWait) : firstWait
}
