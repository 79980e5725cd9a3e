/** The writes that were acknowledged, the writes that are stored, and every difference between the two. */
export type Ledger = { acked: number; stored: number; lost: number; duplicated: number; problems: string[] }

export type Fault = (context: { random: () => number; say: (text: string) => void }) => Promise<Ledger>

/** Mulberry32: the same seed gives the same sequence. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
