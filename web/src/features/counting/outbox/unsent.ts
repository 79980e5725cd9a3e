import { answered, keysBelow, type Stores, transact } from './database.ts'
import { countEntries } from './entries.ts'
import { type Late, lateOf } from './late.ts'
import { memory } from './memory.ts'
import { idOf, isSweep, type KeptSighting, type Part, type Sweep, textKey, waits } from './records.ts'

export type Unsent = {
  /** Unsent reads of the person who counts now, without rejected ones. */
  mine: number
  refused: Part[]
  /** Unsent reads of other people on this device. */
  others: { name: string; count: number }[]
  /** The part of these that is not on disk: it is lost with the page. */
  inMemory: number
  /** Arrived after counting ended: the server stores it separately for the manager. */
  late: Late[]
  /** The disk cannot be read, so there may be more. */
  isUnknown: boolean
}

/**
 * Unsent tags and sightings below the key. A tag that is read again while its part is being sent counts once.
 */
async function countPending(
  store: Stores | null,
  kept: Part[],
  userId: string,
  inventoryId?: string,
): Promise<number> {
  const own = kept.filter(
    (one) => waits(one) && one.userId === userId && (inventoryId ?? one.inventoryId) === one.inventoryId,
  )
  const tags = new Set([
    ...own.flatMap((one) => (isSweep(one) ? one.reads.map(({ tag }) => textKey(one, tag)) : [])),
    ...memory.keysOf(userId, inventoryId),
  ])
  const onDisk = store === null ? 0 : await countOnDisk(store, tags, userId, inventoryId)
  return onDisk + tags.size + own.filter((one) => !isSweep(one)).length
}

/** Unsent reads on the disk, except these tags. */
async function countOnDisk(store: Stores, without: Set<string>, userId: string, inventoryId?: string) {
  const range = inventoryId === undefined ? keysBelow(userId) : keysBelow(userId, inventoryId)
  if (without.size === 0) return answered(store('reads').count(range))
  const keys = (await answered(store('reads').getAllKeys(range))) as string[][]
  return keys.filter((key) => !without.has(key.join(' '))).length
}

async function allKept(store: Stores): Promise<Part[]> {
  const held = new Set(memory.parts().map(idOf))
  const stored = [
    ...(await answered<Sweep[]>(store('sweeps').getAll())),
    ...(await answered<KeptSighting[]>(store('sightings').getAll())),
  ]
  return [...memory.parts(), ...stored.filter((one) => !held.has(idOf(one)))]
}

const refusedOf = (kept: Part[], userId: string) => kept.filter((one) => one.userId === userId && !waits(one))

/** Everything that the server does not have. */
export async function unsent(userId: string): Promise<Unsent> {
  const [inMemory, late] = [memory.size(), lateOf(userId)]
  try {
    return await transact(
      ['reads', 'sweeps', 'sightings', 'people', 'entries'],
      'readonly',
      async (store) => {
        const kept = await allKept(store)
        const people = await answered<{ userId: string; name: string }[]>(store('people').getAll())
        const others: Unsent['others'] = []
        for (const person of people) {
          if (person.userId === userId) continue
          const count =
            (await countPending(store, kept, person.userId)) + (await countEntries(store, person.userId))
          if (count > 0) others.push({ name: person.name, count })
        }
        const mine = (await countPending(store, kept, userId)) + (await countEntries(store, userId))
        return { mine, refused: refusedOf(kept, userId), others, inMemory, late, isUnknown: false }
      },
    )
  } catch {
    const kept = memory.parts()
    const mine = await countPending(null, kept, userId)
    return { mine, refused: refusedOf(kept, userId), others: [], inMemory, late, isUnknown: true }
  }
}

/** The number of unsent reads of one inventory, for the manager who wants to end counting. */
export const unsentOf = (userId: string, inventoryId: string): Promise<number> =>
  transact(['reads', 'sweeps', 'sightings'], 'readonly', async (store) =>
    countPending(store, await allKept(store), userId, inventoryId),
  ).catch(() => countPending(null, memory.parts(), userId, inventoryId))
