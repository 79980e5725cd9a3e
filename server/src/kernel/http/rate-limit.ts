import { Problem } from './problem.ts'

type Rate = {
  burst: number
  perSecond: number
  refusal: 'streams-too-often' | 'webhook-tests-too-often' | 'printer-tests-too-often'
}

const mostRemembered = 10_000

/** A token bucket per key in this process: `burst` at the same time, then `perSecond`. */
export function rateLimit({ burst, perSecond, refusal }: Rate) {
  const buckets = new Map<string, { left: number; at: number }>()

  function leftFor(key: string, now: number) {
    const bucket = buckets.get(key)
    return bucket === undefined
      ? burst
      : Math.min(burst, bucket.left + ((now - bucket.at) / 1000) * perSecond)
  }

  function forgetFull(now: number) {
    for (const key of buckets.keys()) if (leftFor(key, now) >= burst) buckets.delete(key)
  }

  return function take(key: string) {
    const now = performance.now()
    const left = leftFor(key, now)
    if (left < 1) throw new Problem(refusal, {}, { retryAfter: (1 - left) / perSecond })
    if (buckets.size >= mostRemembered) forgetFull(now)
    buckets.set(key, { left: left - 1, at: now })
  }
}
