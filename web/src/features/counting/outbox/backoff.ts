const [first, longest] = [2_000, 30_000]

/** Milliseconds until the next attempt, with jitter, so that devices do not all return at the same time. */
export function waitBeforeTry(failures: number, random = Math.random()): number {
  const whole = Math.min(longest, first * 2 ** Math.max(0, failures - 1))
  return Math.round(whole * (0.5 + random / 2))
}
