import { ApiError } from '#kernel/http/api-error.ts'
import { answered, keysBelow, transact } from './database.ts'

type Record<T> = { userId: string; name: string; value: T; at: number }

/** The server's response, or the last stored one; then `at` is its time. */
export type Known<T> = { value: T; at: number | null }

const keep = <T>(record: Record<T>) =>
  transact(['kept'], 'readwrite', (store) => answered(store('kept').put(record)))

/** A full disk must not hide a response. */
const keepIfPossible = <T>(record: Record<T>) => keep(record).catch(() => undefined)

const keptValue = <T>(userId: string, name: string): Promise<Record<T> | undefined> =>
  transact(['kept'], 'readonly', (store) => answered(store('kept').get([userId, name])))

/** Without a network or a session the stored response is used. Any other 4xx is final. */
const mayUseLast = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 401 || error.status >= 500

export async function fetchOrKept<T>(
  userId: string,
  name: string,
  fetch: () => Promise<T>,
): Promise<Known<T>> {
  try {
    const value = await fetch()
    await keepIfPossible({ userId, name, value, at: Date.now() })
    return { value, at: null }
  } catch (error) {
    const last = mayUseLast(error) ? await keptValue<T>(userId, name).catch(() => undefined) : undefined
    if (last === undefined) throw error
    return { value: last.value, at: last.at }
  }
}

/** For data that never changes: fetched only once. */
export async function keptOrFetch<T>(userId: string, name: string, fetch: () => Promise<T>): Promise<T> {
  const last = await keptValue<T>(userId, name).catch(() => undefined)
  if (last !== undefined) return last.value
  const value = await fetch()
  await keepIfPossible({ userId, name, value, at: Date.now() })
  return value
}

/** Stores who counts here, and deletes what other people were shown; their unsent reads stay. */
export const noteCounter = (userId: string, name: string) =>
  transact(['people', 'kept', 'seen'], 'readwrite', async (store) => {
    store('people').put({ userId, name })
    for (const shown of ['kept', 'seen'] as const) {
      store(shown).delete(IDBKeyRange.upperBound([userId], true))
      store(shown).delete(IDBKeyRange.lowerBound([userId, []], true))
    }
  })

/**
 * At the end of a session, deletes everything that was shown: expected assets, rooms and classes. Unsent
 * reads stay.
 */
export const forgetShown = () =>
  transact(['kept', 'seen'], 'readwrite', async (store) => {
    for (const shown of ['kept', 'seen'] as const) store(shown).clear()
  })

/** Deletes the data of inventories that are no longer open for counting. */
export const forgetInventories = (userId: string, stillOpen: string[]) =>
  transact(['kept', 'seen'], 'readwrite', async (store) => {
    const isGone = (id: string) => !stillOpen.includes(id)
    const names = (await answered(store('kept').getAllKeys(keysBelow(userId)))) as [string, string][]
    for (const [, name] of names) {
      const id = name.split(' ')[1]
      if (id !== undefined && isGone(id)) store('kept').delete([userId, name])
    }
    const tags = (await answered(store('seen').getAllKeys(keysBelow(userId)))) as [string, string][]
    for (const id of new Set(tags.map(([, inventory]) => inventory)))
      if (isGone(id)) store('seen').delete(keysBelow(userId, id))
  })
