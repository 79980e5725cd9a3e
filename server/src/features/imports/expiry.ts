import type { ImportStatus } from '@ats/contract/imports.ts'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Services } from '#kernel/services.ts'
import { dropStaged } from './file/staging.ts'

type Upkeep = Pick<Services, 'db' | 'config' | 'files'>

/** Statuses in which the worker does nothing: waiting for a person, or over. */
const resting: ImportStatus[] = ['ready', 'done', 'undone', 'cancelled', 'failed']

const due = (db: Db, days: number) =>
  db
    .selectFrom('imports')
    .select(['id', 'file', 'status'])
    .where('expired_at', 'is', null)
    .where('status', 'in', resting)
    .where('moved_at', '<', sql<string>`now() - make_interval(days => ${days})`)

/** Deletes the staged rows of an import that was idle long enough; its result stays in the list. */
async function expire(tx: Db, { config, files }: Upkeep, id: Id) {
  const row = await due(tx, config.imports.days)
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (row === undefined) return
  await dropStaged(tx, id)
  await tx.deleteFrom('import_masters').where('import_id', '=', id).execute()
  const status = row.status === 'ready' ? { status: 'expired' as const } : {}
  const set = { expired_at: sql<string>`now()`, failed_in: null, problems: sql<never>`'[]'`, ...status }
  await tx.updateTable('imports').set(set).where('id', '=', id).execute()
  await files.imports.remove(row.file)
}

/** Staged tables of no import: left by a worker that was considered dead and came back. */
async function dropStrays(db: Kysely<Tables>) {
  const { rows } = await sql<{ id: Id }>`
    select distinct substr(tablename, strpos(tablename, '_') + 1)::uuid as id from pg_tables
    where schemaname = 'staging' and tablename ~ '^(rows|places|plan|problems)_[0-9a-f]{32}$'
      and not exists (select from imports where expired_at is null
        and replace(id::text, '-', '') = substr(tablename, strpos(tablename, '_') + 1))`.execute(db)
  for (const { id } of rows) await dropStaged(db, id)
}

/** Safe to run at any time and in several processes. */
export async function expireImports(services: Upkeep) {
  const { db, config } = services
  for (const { id } of await due(db, config.imports.days).execute())
    await inTransaction(db, (tx) => expire(tx, services, id))
  await dropStrays(db)
}
