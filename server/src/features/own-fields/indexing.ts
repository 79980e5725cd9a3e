// Why it is built this way: docs/decisions/070-own-fields.md

import { setTimeout as delay } from 'node:timers/promises'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { type Kysely, sql } from 'kysely'
import { isAway } from '#kernel/db/connection.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { record } from '#kernel/ledger/events.ts'
import { isOwnFieldIndex, ownFieldIndexes } from './index-expression.ts'
import { presentOwnFields } from './stored-fields.ts'

const lookMs = 5000
/** A restored database may lack an index that is recorded as ready. */
const lookAtAllMs = 10 * 60_000
const mostRetryMinutes = 60

type Log = { info(facts: object, text: string): void }
type Work = { db: Kysely<Tables>; log: Log; signal?: AbortSignal | undefined }

const who = { id: null, requestId: 'indexes of fields' }
const isWanted = ({ indexed, retired }: OwnField) => indexed && !retired

/** Only the owner of a table builds its indexes: docs/decisions/016-the-program-does-not-own-its-database.md. */
async function ownsAssets(db: Db): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`select pg_has_role(relowner, 'usage') as owns
    from pg_class where oid = 'assets'::regclass`.execute(db)
  return rows[0]?.owns ?? false
}

/**
 * Builds the missing indexes of fields and drops those that no field needs, while people read and write.
 * Whatever a killed process left is dropped and built again. Returns false if another process is at it: the
 * lock belongs to the connection, so it ends with its process.
 */
export const keepOwnFieldIndexes = ({ db, log, signal }: Work): Promise<boolean> =>
  db.connection().execute(async (own) => {
    const { rows } = await sql<{ mine: boolean; pid: number }>`select pg_backend_pid() as pid,
      pg_try_advisory_lock(hashtextextended('own-field-indexes', 0)) as mine`.execute(own)
    if (!rows[0]?.mine) return false
    const { pid } = rows[0]
    const cancel = () => void sql`select pg_cancel_backend(${pid}::int)`.execute(db).catch(() => undefined)
    signal?.addEventListener('abort', cancel)
    try {
      // A build waits for transactions that began before it, and makes nobody wait.
      await sql`set lock_timeout = 0`.execute(own)
      await dropUnwanted(own, log)
      for (const field of (await presentOwnFields(own)).filter(isWanted))
        if (!signal?.aborted) await keepIndexesOf(own, field, log)
    } finally {
      signal?.removeEventListener('abort', cancel)
      await sql`reset lock_timeout`.execute(own).catch(() => undefined)
      await sql`select pg_advisory_unlock(hashtextextended('own-field-indexes', 0))`
        .execute(own)
        .catch(() => undefined)
    }
    return true
  })

type Index = { name: string; valid: boolean }

async function indexesNow(own: Db): Promise<Index[]> {
  const { rows } = await sql<Index>`select relname as name, indisvalid as valid
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = 'assets'::regclass order by relname`.execute(own)
  return rows.filter(({ name }) => isOwnFieldIndex(name))
}

async function drop(own: Db, name: string, log: Log) {
  await sql`drop index concurrently if exists ${sql.id(name)}`.execute(own)
  log.info({ index: name }, 'index of a field dropped')
}

/** A field loses its state before its index: lists stop using it first. */
async function dropUnwanted(own: Db, log: Log) {
  await sql`update own_fields set index_state = 'none', index_tries = 0, index_retry_at = null
    where index_state <> 'none' and not (indexed and retired_at is null)`.execute(own)
  const wanted = (await presentOwnFields(own)).filter(isWanted).flatMap(ownFieldIndexes)
  for (const { name } of await indexesNow(own))
    if (!wanted.some((index) => index.name === name)) await drop(own, name, log)
}

async function keepIndexesOf(own: Db, field: OwnField, log: Log) {
  const present = await indexesNow(own)
  const isReady = ({ name }: Pick<Index, 'name'>) =>
    present.some((index) => index.name === name && index.valid)
  const missing = ownFieldIndexes(field).filter((index) => !isReady(index))
  if (missing.length === 0) return field.indexState === 'ready' ? undefined : finish(own, field)
  if (!(await begin(own, field.id))) return
  try {
    for (const { name, definition } of missing) {
      if (present.some((index) => index.name === name)) await drop(own, name, log)
      await sql.raw(`create index concurrently ${name} ${definition}`).execute(own)
      log.info({ index: name }, 'index of a field built')
    }
    // Only then the planner knows how the values are distributed.
    await sql`analyze assets`.execute(own)
  } catch (error) {
    if (isAway(error) || isCancelled(error)) throw error
    return fail(own, field, error)
  }
  await finish(own, field)
}

const isCancelled = (error: unknown) => error instanceof Error && 'code' in error && error.code === '57014'

/** False if the field was retired in the meantime, or its index failed a moment ago. */
async function begin(own: Db, id: Id): Promise<boolean> {
  const { rows } = await sql`update own_fields set index_state = 'building'
    where id = ${id} and indexed and retired_at is null and coalesce(index_retry_at <= now(), true)
    returning id`.execute(own)
  return rows.length > 0
}

async function finish(own: Db, { id, label }: OwnField) {
  const { rows } =
    await sql`update own_fields set index_state = 'ready', index_tries = 0, index_retry_at = null
    where id = ${id} and indexed and retired_at is null returning id`.execute(own)
  if (rows.length === 0) return
  const action = 'own-field.index-ready'
  await record(own, who, { action, kind: 'own-field', id, name: label, after: { indexState: 'ready' } })
}

/** Tried again after one minute, two, four, and so on. The ledger has the first failure only. */
async function fail(own: Db, { id, label }: OwnField, error: unknown) {
  const { rows } = await sql<{ tries: number }>`update own_fields set index_state = 'failed',
      index_tries = index_tries + 1,
      index_retry_at = now() + make_interval(mins => least(${mostRetryMinutes}::int, (2 ^ least(index_tries, 10))::int))
    where id = ${id} returning index_tries as tries`.execute(own)
  if (rows[0]?.tries !== 1) return
  const message = error instanceof Error ? error.message : String(error)
  const action = 'own-field.index-failed'
  const after = { indexState: 'failed', message }
  await record(own, who, { action, kind: 'own-field', id, name: label, after })
}

async function isWorkLeft(db: Db): Promise<boolean> {
  const { rows } = await sql`select from own_fields where case when indexed and retired_at is null
    then index_state <> 'ready' and coalesce(index_retry_at <= now(), true) else index_state <> 'none' end
    limit 1`.execute(db)
  return rows.length > 0
}

/** Keeps the indexes of fields until it is stopped, if this role owns the tables. */
export function startOwnFieldIndexes(db: Kysely<Tables>, log: Log, failed: (error: unknown) => void) {
  const stopping = new AbortController()
  const { signal } = stopping
  let lookedAtAll = 0
  const look = async () => {
    if (!(await ownsAssets(db))) return
    const isTime = Date.now() - lookedAtAll > lookAtAllMs
    if (!isTime && !(await isWorkLeft(db))) return
    if (await keepOwnFieldIndexes({ db, log, signal })) lookedAtAll = Date.now()
  }
  const work = (async () => {
    for (; !signal.aborted; await delay(lookMs, undefined, { signal }).catch(() => undefined))
      await look().catch((error: unknown) => {
        if (!signal.aborted) failed(error)
      })
  })()
  return {
    async stop() {
      stopping.abort()
      await work
    },
  }
}
