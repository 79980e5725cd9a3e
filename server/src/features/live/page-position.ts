import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '#kernel/services.ts'
import { sealedPositions } from './position.ts'
import { snapshotNow } from './queries.ts'

const oldestMs = 100
const longestMs = 200

/**
 * The position embedded in a page: the page receives everything after it, so it need not fetch its data
 * twice. Anybody may open the page, and it must load whatever the database does. Therefore many requests
 * share one lookup, which may be slightly old, and a slow lookup is not waited for.
 */
export function pagePosition({ reads, config }: Pick<Services, 'reads' | 'config'>) {
  const positions = sealedPositions(config.secret)
  let position: Promise<string | undefined> = Promise.resolve(undefined)
  let lookedUpAt = Number.NEGATIVE_INFINITY
  let isLookingUp = false

  async function lookUp() {
    try {
      return positions.seal(await snapshotNow(reads))
    } catch {
      return undefined
    } finally {
      isLookingUp = false
    }
  }

  return () => {
    if (!isLookingUp && performance.now() - lookedUpAt > oldestMs) {
      isLookingUp = true
      lookedUpAt = performance.now()
      position = lookUp()
    }
    return Promise.race([position, delay(longestMs, undefined, { ref: false })])
  }
}
