import { timingSafeEqual } from 'node:crypto'
import type { ReaderAdapter, ReaderMapping } from '@ats/contract/readers.ts'
import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'
import { type Listener, listen } from '#kernel/db/listen.ts'
import { hashOf } from '#kernel/secrets.ts'

export type KnownReader = {
  id: Id
  adapter: ReaderAdapter
  mapping: ReaderMapping | null
  hash: Buffer | null
}

export type Directory = {
  get(id: Id): KnownReader | undefined
  /** Looks up unknown readers again, because they may be brand-new. */
  learn(ids: Iterable<Id>): Promise<void>
  /**
   * The reader with this password. If it does not match, it is looked up again, because the password may be
   * brand-new.
   */
  withPassword(id: Id, password: string): Promise<KnownReader | undefined>
  /** False until the readers were loaded once. */
  isLoaded(): boolean
  stop(): Promise<void>
}

const isId = /^[0-9a-f-]{36}$/
const mostLookups = 20
const lookupMs = 1000

const readersIn = (db: Db, id: Id | null) =>
  sql<KnownReader>`select id, adapter, mapping, credential_hash as hash from readers
    where removed_at is null and (${id}::uuid is null or id = ${id}::uuid)`.execute(db)

/**
 * All readers, in memory: messages are authenticated without the database, even while it is down, because
 * nothing can be revoked then. `changed` is called for each reader that was changed or removed.
 */
export async function openDirectory(
  db: Db,
  databaseUrl: string,
  { changed = () => undefined, failed }: { changed?: (id: Id) => void; failed: (error: unknown) => void },
): Promise<Directory> {
  let known = new Map<Id, KnownReader>()
  let isLoaded = false

  async function reload() {
    const { rows } = await readersIn(db, null)
    const before = known
    known = new Map(rows.map((reader) => [reader.id, reader]))
    isLoaded = true
    for (const id of new Set([...before.keys(), ...known.keys()])) changed(id)
  }

  async function reloadOne(id: Id) {
    const [reader] = (await readersIn(db, id)).rows
    if (reader === undefined) known.delete(id)
    else known.set(id, reader)
    changed(id)
  }

  /** Password guesses must not put load on the database. */
  let lookups = 0
  async function lookAgain(id: Id) {
    if (lookups >= mostLookups || !isId.test(id)) return
    lookups += 1
    setTimeout(() => {
      lookups -= 1
    }, lookupMs).unref()
    await reloadOne(id).catch(failed)
  }

  async function withPassword(id: Id, password: string) {
    const isRight = (reader: KnownReader | undefined) => reader !== undefined && isPassword(reader, password)
    if (!isRight(known.get(id))) await lookAgain(id)
    const reader = known.get(id)
    return isRight(reader) ? reader : undefined
  }

  async function learn(ids: Iterable<Id>) {
    for (const id of new Set(ids)) if (!known.has(id)) await lookAgain(id)
  }

  const listener: Listener = listen(databaseUrl, ['readers'], (_channel, id) => {
    void (id === '' ? reload() : reloadOne(id)).catch(failed)
  })
  await reload().catch(failed)
  return {
    get: (id) => known.get(id),
    ...{ learn, withPassword },
    isLoaded: () => isLoaded,
    stop: () => listener.stop(),
  }
}

/** True for the password of a reader that has one. */
function isPassword({ hash }: KnownReader, password: string): boolean {
  const given = hashOf(password)
  return hash !== null && hash.length === given.length && timingSafeEqual(hash, given)
}
