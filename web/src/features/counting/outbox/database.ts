/**
 * The migrations of the database, one per version. A newer app only appends migrations, so that unsent reads
 * are preserved.
 */
const steps: ((database: IDBDatabase) => void)[] = [
  (database) => {
    const ofRoom = ['userId', 'inventoryId', 'placeId', 'tag']
    database.createObjectStore('reads', { keyPath: ofRoom })
    database.createObjectStore('seen', { keyPath: ofRoom })
    database.createObjectStore('sweeps', { keyPath: 'sweepId' })
    database.createObjectStore('sightings', { keyPath: 'sightingId' })
    database.createObjectStore('kept', { keyPath: ['userId', 'name'] })
    database.createObjectStore('people', { keyPath: 'userId' })
  },
  (database) => {
    database.createObjectStore('entries', { keyPath: 'id' })
  },
]

type StoreName = 'reads' | 'seen' | 'sweeps' | 'sightings' | 'kept' | 'people' | 'entries'

const name = 'counting'

let opened: Promise<IDBDatabase> | undefined

function open(version: number | undefined): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.onupgradeneeded = ({ oldVersion }) => {
      for (const step of steps.slice(oldVersion)) step(request.result)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

const isNewer = (error: unknown) => error instanceof DOMException && error.name === 'VersionError'

/** A tab of an older version can use the database of a newer one, which only ever adds stores. */
const openAny = () =>
  open(steps.length).catch((error) => {
    if (isNewer(error)) return open(undefined)
    throw error
  })

function database(): Promise<IDBDatabase> {
  opened ??= openAny().then(
    (made) => {
      const forget = () => {
        opened = undefined
      }
      // A newer version in another tab waits until this connection is closed; the next transaction opens it
      // again.
      made.onversionchange = () => {
        made.close()
        forget()
      }
      made.onclose = forget
      return made
    },
    (error) => {
      opened = undefined
      throw error
    },
  )
  return opened
}

export const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

export type Stores = (name: StoreName) => IDBObjectStore

/**
 * Runs the work in one transaction and resolves once it is on disk. The work must await nothing but its own
 * requests.
 */
export async function transact<T>(
  stores: StoreName[],
  mode: 'readonly' | 'readwrite',
  work: (store: Stores) => Promise<T>,
): Promise<T> {
  const transaction = (await database()).transaction(stores, mode, { durability: 'strict' })
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new DOMException('Aborted', 'AbortError'))
  })
  done.catch(() => undefined)
  try {
    const result = await work((store) => transaction.objectStore(store))
    await done
    return result
  } catch (error) {
    abort(transaction)
    throw error
  }
}

function abort(transaction: IDBTransaction) {
  try {
    transaction.abort()
  } catch {
    // The transaction has already ended.
  }
}

/** A key range for every key that begins with these parts. */
export const keysBelow = (...parts: string[]) => IDBKeyRange.bound(parts, [...parts, []])
