import { type Store, storeParts } from './store.ts'

const mostSeen = 20_000
const mostRemoved = 1000

type Sweep = {
  /** A database that names no file at all is new, or does not belong to these files. */
  isInUse: () => Promise<boolean>
  /** Deletes the files that no row names; returns their number. */
  removeUnnamed: (names: readonly string[]) => Promise<number>
}

/**
 * Deletes files that were not touched for a day and that no row names. Each run handles some parts of the
 * store, and the next run continues there. The first part is random, so that restarted processes do not always
 * check the same part.
 */
export function storeSweep(store: Store, { isInUse, removeUnnamed }: Sweep): () => Promise<number> {
  let part = Math.floor(Math.random() * storeParts)
  return async () => {
    let [seen, removed] = [0, 0]
    if (!(await isInUse())) return 0
    for (let parts = 0; parts < storeParts && seen < mostSeen && removed < mostRemoved; parts += 1) {
      for await (const names of store.untouched(part)) {
        seen += names.length
        removed += await removeUnnamed(names)
      }
      part = (part + 1) % storeParts
    }
    return removed
  }
}
