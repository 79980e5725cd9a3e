import fc from 'fast-check'
import { tagProperties } from '../server/test/fuzz-tags.ts'

const round = 5000

/** Makes and reads tags, valid and broken, for a while; returns what did not hold. */
export function fuzzTags(seed: number, milliseconds: number) {
  const failures = new Map<string, string>()
  const until = Date.now() + milliseconds
  let tried = 0
  for (let turn = 0; turn === 0 || Date.now() < until; turn += 1)
    for (const [name, property] of Object.entries(tagProperties)) {
      const result = fc.check(property as fc.IProperty<unknown>, { seed: seed + turn, numRuns: round })
      tried += result.numRuns
      if (result.failed) failures.set(name, JSON.stringify(result.counterexample))
    }
  return { tried, failures }
}
