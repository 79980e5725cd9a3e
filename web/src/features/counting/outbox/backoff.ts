const [first, longest] = [2_000, 30_000]

/** Milliseconds until the next try; devices that lost the same server do not all come back at once. */
export function waitBeforeTry(failures: number, random = Math.random()): number {
  const whole = Math.min(longest, first * 2 ** Math.max(0, failures - 1))
  return Math.round(whole * (0.5 + random / 2))
}
