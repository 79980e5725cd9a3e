import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type ImportColumn, ownKeysOf } from '@ats/contract/import-columns.ts'
import type { ImportDefaults, ImportStatus } from '@ats/contract/imports.ts'
import type { RecordAction } from '@ats/contract/record-kinds.ts'
import { sql } from 'kysely'
import { requiredStateId } from '#features/assets/assets.ts'
import { ownFieldsSeenBy } from '#features/own-fields/own-fields.ts'
import { placeChosen } from '#features/places/places.ts'
import { openSeries } from '#features/tag-series/tag-series.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import type { Services } from '#kernel/services.ts'
import { endFixes } from './file/fixes.ts'
import { dropStaged, tablesOf } from './file/staging.ts'
import { type TableKind, tableKindOf } from './file/table-file.ts'
import { headerKey } from './plan/columns.ts'
import { type ImportRecord, importVisible } from './queries.ts'
import { countOneByOne, mustHaveRoom, whileUploading } from './quota.ts'

const nothingChosen = () => invalid('file', 'file-required')
const noTable = () => invalid('file', 'import-not-a-table')

/** Stores the uploaded file, up to the limit; returns the kind of table. */
async function keepFile({ config, files }: Services, bytes: AsyncIterable<Uint8Array>) {
  const name = randomUUID()
  const path = await files.imports.draft(name)
  let size = 0
  let kind: TableKind | undefined
  async function* bounded() {
    for await (const chunk of bytes) {
      if (size === 0) {
        kind = tableKindOf(chunk)
        if (kind === undefined) throw noTable()
      }
      size += chunk.length
      if (size > config.uploadBytes)
        throw new Problem('import-too-large', { megabytes: Math.round(config.uploadBytes / 1e6) })
      yield chunk
    }
    if (size === 0) throw nothingChosen()
  }
  try {
    await pipeline(bounded(), createWriteStream(path, { flags: 'wx' }))
    await files.imports.publish(name)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { file: name, kind: kind as TableKind, size }
}

export async function uploadFile(
  services: Services,
  actor: Actor,
  fileName: string,
  bytes: AsyncIterable<Uint8Array>,
) {
  await mustHaveRoom(services.db, services, actor.id, 0)
  return whileUploading(actor.id, async () => {
    const kept = await keepFile(services, bytes)
    try {
      return await inTransaction(services.db, (tx) => addImport(services, tx, actor, fileName, kept))
    } catch (error) {
      await services.files.imports.remove(kept.file)
      throw error
    }
  })
}

async function addImport(
  services: Services,
  tx: Db,
  actor: Actor,
  fileName: string,
  { file, kind, size }: Awaited<ReturnType<typeof keepFile>>,
) {
  await countOneByOne(tx)
  await mustHaveRoom(tx, services, actor.id, size)
  const values = { user_id: actor.id, file_name: fileName, file, kind, total: size, bytes: size }
  const { id } = await tx.insertInto('imports').values(values).returning('id').executeTakeFirstOrThrow()
  await record(tx, actor, { action: 'import.uploaded', kind: 'import', id, after: { fileName, size } })
  await services.jobs.enqueue(tx, 'imports', id)
  return id
}

/** A file is needed until it is read; files of uploads that were interrupted by a crash belong to no import. */
export const removeLostUploads = ({ db, files }: Pick<Services, 'db' | 'files'>) =>
  files.imports.removeStrays(async (names) => {
    const waiting = db
      .selectFrom('imports')
      .select('file')
      .where((is) => is.or([is('status', '=', 'reading'), is('failed_in', '=', 'reading')]))
    const named = waiting.where('file', '=', sql<string>`any(${names}::text[])`)
    return (await named.execute()).map(({ file }) => file)
  })

/** The locked import. Only its owner continues it; administrators may stop it. */
export async function importToChange(
  tx: Db,
  actor: Actor,
  id: Id,
  who: 'owner' | 'anyone' = 'owner',
): Promise<ImportRecord> {
  await tx.selectFrom('imports').select('id').where('id', '=', id).forUpdate().execute()
  const row = found(await importVisible(tx, actor, id), 'import-not-found')
  if (who === 'owner') mustOwn(actor, row)
  return row
}

function mustOwn(actor: Actor, row: ImportRecord) {
  if (row.user_id !== actor.id) throw new Problem('import-of-someone-else')
}

const movedOn = () => new Problem('import-moved-on')

export function mustBe(row: ImportRecord, ...statuses: ImportStatus[]) {
  if (!statuses.includes(row.status)) throw movedOn()
}

/** The rows of a file are only kept for a limited time. */
export function mustHaveRows(row: ImportRecord) {
  if (row.expired_at !== null) throw new Problem('import-expired')
}

/** Hands the import to the worker, which checks this person's rights at every step. */
export async function begin(
  { jobs }: Services,
  tx: Db,
  actor: Actor,
  id: Id,
  next: { status: ImportStatus; total?: number; done?: number },
) {
  const fresh = { acting_user_id: actor.id, message: null, failed_in: null, tries: 0, finished_at: null }
  await tx
    .updateTable('imports')
    .set({ ...fresh, ...next })
    .where('id', '=', id)
    .execute()
  await jobs.enqueue(tx, 'imports', id)
}

/** An unknown field, a retired one and one that the person may not see are the same. */
async function mustSeeFields(tx: Db, actor: Actor, columns: (ImportColumn | null)[]) {
  const keys = ownKeysOf(columns)
  if (keys.length === 0) return
  const seen = await ownFieldsSeenBy(tx, actor)
  const unknown = keys.find((key) => !seen.some((field) => field.key === key))
  if (unknown !== undefined) throw invalid('columns', 'import-field-unknown', { field: unknown })
}

/** What each header means; headers that differ only in a remark and mean different things are not remembered. */
function meaningsOf(headers: readonly string[], columns: readonly (ImportColumn | null)[]) {
  const all = headers.map((header, at) => ({ header: headerKey(header), means: columns[at] ?? null }))
  const isClear = ({ header, means }: (typeof all)[number]) =>
    all.every((other) => other.header !== header || other.means === means)
  return [...new Map(all.filter(isClear).map((entry) => [entry.header, entry])).values()]
}

/** Stores the person's column mapping, also as the default for their next file. */
export async function matchColumns(
  services: Services,
  tx: Db,
  actor: Actor,
  id: Id,
  { columns, defaults }: { columns: (ImportColumn | null)[]; defaults: ImportDefaults },
) {
  const row = await importToChange(tx, actor, id)
  mustBe(row, 'ready')
  const { placeId, assetState, tagSeriesId } = defaults
  if (placeId !== undefined) await placeChosen(tx, actor, placeId, 'defaults.placeId')
  if (assetState !== undefined) await requiredStateId(tx, assetState, 'defaults.assetState')
  if (tagSeriesId !== undefined && (await openSeries(tx, tagSeriesId)) === undefined)
    throw invalid('defaults.tagSeriesId', 'tag-series-unknown')
  const given = columns.filter((column) => column !== null)
  if (columns.length !== row.headers.length) throw invalid('columns', 'import-columns-incomplete')
  if (new Set(given).size < given.length) throw invalid('columns', 'import-columns-twice')
  await mustSeeFields(tx, actor, columns)
  const distinct = meaningsOf(row.headers, columns)
  await sql`insert into import_headers (user_id, header, means)
    select ${actor.id}::uuid, header, means
    from unnest(${distinct.map(({ header }) => header)}::text[], ${distinct.map(({ means }) => means)}::text[])
      as said (header, means)
    on conflict (user_id, header) do update set means = excluded.means`.execute(tx)
  const answered = { columns, defaults }
  await tx.updateTable('imports').set(answered).where('id', '=', id).execute()
  // All rows are checked, not only those that a correction concerns.
  if (row.corrections > 0) await endFixes(tx, id)
  await begin(services, tx, actor, id, { status: 'checking', done: 0, total: row.rows })
}

/** The series has a number for each new asset without a tag. */
async function mustHaveNumbers(tx: Db, id: Id, seriesId: Id | undefined) {
  if (seriesId === undefined) return
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${tablesOf(id).plan}
    where action = 'new' and tag_expected`.execute(tx)
  const needed = BigInt(rows[0]?.count ?? 0)
  if (needed === 0n) return
  const series = await openSeries(tx, seriesId)
  if (series === undefined) throw new Problem('tag-series-unknown')
  if (BigInt(series.left) < needed) throw new Problem('tag-series-exhausted', { left: series.left })
}

export async function applyImport(services: Services, tx: Db, actor: Actor, id: Id) {
  const row = await importToChange(tx, actor, id)
  mustBe(row, 'ready')
  const { new: fresh = 0, changed = 0 } = row.counts
  if (fresh + changed === 0) throw new Problem('import-nothing-to-apply')
  await mustHaveNumbers(tx, id, row.defaults.tagSeriesId)
  await record(tx, actor, {
    action: 'import.applied',
    kind: 'import',
    id,
    after: { fileName: row.file_name, ...row.counts },
  })
  await begin(services, tx, actor, id, { status: 'applying', done: 0, total: row.rows })
}

/** Before anything is applied there is nothing to undo. An undo cannot be cancelled; it is retried. */
export async function cancelImport(services: Services, tx: Db, actor: Actor, id: Id) {
  const row = await importToChange(tx, actor, id, 'anyone')
  const hasStopped = row.status === 'failed' && row.failed_in !== null && row.failed_in !== 'undoing'
  if (!hasStopped) mustBe(row, 'reading', 'checking', 'ready', 'applying')
  await record(tx, actor, {
    action: 'import.cancelled',
    kind: 'import',
    id,
    after: { fileName: row.file_name },
  })
  await begin(services, tx, actor, id, { status: 'cancelling', done: 0, total: row.applied_to })
}

export async function undoImport(services: Services, tx: Db, actor: Actor, id: Id) {
  const row = await importToChange(tx, actor, id)
  mustBe(row, 'done')
  mustHaveRows(row)
  await record(tx, actor, { action: 'import.undone', kind: 'import', id, after: { fileName: row.file_name } })
  await begin(services, tx, actor, id, { status: 'undoing', done: 0, total: row.applied_to })
}

/** Ledger actions of the steps that change assets. */
const begun: Partial<Record<ImportStatus, RecordAction>> = {
  applying: 'import.applied',
  undoing: 'import.undone',
  cancelling: 'import.cancelled',
}

/** Continues after a failure. A person who may stop an import may also continue its undo. */
export async function retryImport(services: Services, tx: Db, actor: Actor, id: Id) {
  const row = await importToChange(tx, actor, id, 'anyone')
  mustBe(row, 'failed')
  if (row.failed_in === null) throw movedOn()
  const isTakenBack = row.failed_in === 'undoing' || row.failed_in === 'cancelling'
  if (!isTakenBack) mustOwn(actor, row)
  const action = begun[row.failed_in]
  if (action !== undefined)
    await record(tx, actor, { action, kind: 'import', id, after: { fileName: row.file_name } })
  await begin(services, tx, actor, id, { status: row.failed_in })
}

/** Deletes the import and its staged rows; the assets and the ledger entries stay. */
export async function forgetImport({ files }: Services, tx: Db, actor: Actor, id: Id) {
  const row = await importToChange(tx, actor, id)
  mustBe(row, 'ready', 'done', 'undone', 'cancelled', 'failed', 'expired')
  await record(tx, actor, {
    action: 'import.forgotten',
    kind: 'import',
    id,
    before: { fileName: row.file_name },
  })
  await dropStaged(tx, id)
  await tx.deleteFrom('imports').where('id', '=', id).execute()
  await files.imports.remove(row.file)
}
