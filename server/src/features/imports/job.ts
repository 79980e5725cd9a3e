import { rm } from 'node:fs/promises'
import type { ImportStatus } from '@ats/contract/imports.ts'
import { sql } from 'kysely'
import { stateOfNewAssets } from '#features/assets/assets.ts'
import { actorOf } from '#features/identity/identity.ts'
import { flatNamed } from '#features/masters/masters.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db.ts'
import { record } from '#kernel/events.ts'
import { type JobHandler, oneAtATime } from '#kernel/jobs.ts'
import { Problem } from '#kernel/problem.ts'
import type { Services } from '#kernel/services.ts'
import { checkRows, countsOf, creations, mastersToCreate } from './check.ts'
import { matchHeaders } from './columns.ts'
import { uploadPath } from './imports.ts'
import { applyRange, missedCount } from './merge.ts'
import { dropStaged, stageFile, tablesOf } from './staging.ts'
import { undoRange } from './undo.ts'

/** Rows at a time: a transaction each, short enough that nobody waits for it. */
const batch = 5000
const mostTries = 20
const noticeMs = 500

type Import = { id: Id; userId: Id; status: ImportStatus; appliedTo: number; rows: number; tries: number }
type Work = { services: Services; actor: Actor; id: Id; signal: AbortSignal }

async function importNow(db: Db, id: Id): Promise<Import | undefined> {
  return db
    .selectFrom('imports')
    .select(['id', 'user_id as userId', 'status', 'applied_to as appliedTo', 'rows', 'tries'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** From one status to the next; false when somebody else moved it meanwhile. */
async function move(db: Db, id: Id, from: ImportStatus, set: Record<string, unknown>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set(set)
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The same where its owner has to be told: with a line of the ledger, if it was moved. */
const report = (
  { db }: Services,
  { id, userId, status }: Import,
  action: 'import.checked' | 'import.finished' | 'import.failed',
  set: Record<string, unknown>,
  facts: object,
) =>
  inTransaction(db, async (tx) => {
    if (!(await move(tx, id, status, set))) return
    const named = tx.selectFrom('imports').select('file_name as fileName').where('id', '=', id)
    const after = { ...(await named.executeTakeFirstOrThrow()), ...facts }
    await record(tx, { id: userId, requestId: id }, { action, kind: 'import', id, after })
  })

/** The worker's part: goes on from wherever the import stands, until a person has to say something. */
export const importJob =
  (services: Services): JobHandler =>
  (id, signal) =>
    oneAtATime(services.db, id, () => goOn(services, id, signal))

/** What a worker that died was doing goes on at once; the queue would give it back only after a while. */
export async function resumeImports({ db, jobs }: Services) {
  const unfinished = await db
    .selectFrom('imports')
    .select('id')
    .where('status', 'in', Object.keys(steps) as ImportStatus[])
    .execute()
  for (const { id } of unfinished) await jobs.enqueue(db, 'imports', id)
}

const steps: Partial<Record<ImportStatus, (work: Work, current: Import) => Promise<void>>> = {
  reading: readFile,
  checking: check,
  applying: apply,
  undoing: (work, current) => takeBack(work, current, 'undoing', 'undone'),
  cancelling: (work, current) => takeBack(work, current, 'cancelling', 'cancelled'),
}

async function goOn(services: Services, id: Id, signal: AbortSignal) {
  for (;;) {
    const current = await importNow(services.db, id)
    const step = current && steps[current.status]
    if (current === undefined || step === undefined) return
    // A job that was told to leave off has failed: the queue gives it to another worker.
    signal.throwIfAborted()
    try {
      await services.db
        .updateTable('imports')
        .set({ tries: current.tries + 1 })
        .where('id', '=', id)
        .execute()
      const actor = await actorOf(services.db, current.userId, id)
      if (actor === undefined || !actor.permissions.includes('manage-asset'))
        throw new Problem('forbidden', 'Whoever uploaded the file may no longer work with assets.')
      if (current.tries >= mostTries)
        throw new Problem('unavailable', 'It failed again and again. Please tell an administrator.')
      await step({ services, actor, id, signal }, current)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      await fail(services, current, error.message)
    }
  }
}

/** A file that cannot be read is not kept: nothing can be done with it any more. */
async function fail(services: Services, current: Import, message: string) {
  const set = { status: 'failed', message, finished_at: sql`now()` }
  await report(services, current, 'import.failed', set, { message })
  if (current.status === 'reading') await rm((await uploadOf(services, current.id)).path, { force: true })
}

/** Tells how far it is, at most twice a second, and stops once the import was cancelled. */
function progress({ services, id }: Work, status: ImportStatus, stop: () => void) {
  let last = 0
  let writing = false
  return (done: number) => {
    if (writing || Date.now() - last < noticeMs) return
    last = Date.now()
    writing = true
    void move(services.db, id, status, { done })
      .then(
        (still) => still || stop(),
        () => undefined,
      )
      .finally(() => {
        writing = false
      })
  }
}

async function uploadOf({ db, config }: Services, id: Id) {
  const query = db.selectFrom('imports').select(['file', 'kind']).where('id', '=', id)
  const { file, kind } = await query.executeTakeFirstOrThrow()
  return { path: uploadPath(config.dataDir, file), kind }
}

const notRead = (sheets: number) =>
  `Sheets of the workbook that were not read, because their columns differ from those of the first: ${sheets}.`

async function readFile(work: Work) {
  const { services, actor, id } = work
  const { db, config } = services
  const { path, kind } = await uploadOf(services, id)
  const stopper = new AbortController()
  const signal = AbortSignal.any([work.signal, stopper.signal])
  const read = progress(work, 'reading', () => stopper.abort())
  try {
    const { headers, rows, sheetsLeftOut } = await stageFile(config.databaseUrl, id, {
      path,
      kind,
      read,
      signal,
    })
    const said = await db.selectFrom('import_headers').selectAll().where('user_id', '=', actor.id).execute()
    const columns = matchHeaders(headers, new Map(said.map(({ header, means }) => [header, means])))
    if (
      await move(db, id, 'reading', {
        status: 'checking',
        headers,
        columns,
        rows,
        done: 0,
        total: rows,
        message: sheetsLeftOut === 0 ? null : notRead(sheetsLeftOut),
        tries: 0,
      })
    )
      await rm(path, { force: true })
  } catch (error) {
    if (!stopper.signal.aborted) throw error
  }
}

async function check({ services, actor, id }: Work, current: Import) {
  const { db } = services
  const { columns } = await db
    .selectFrom('imports')
    .select('columns')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { counts, creates, createsTotal } = await checkRows(
    db,
    actor,
    id,
    columns,
    await stateOfNewAssets(db),
  )
  const set = {
    status: 'ready',
    counts: JSON.stringify(counts),
    creates: JSON.stringify(creates),
    creates_total: createsTotal,
    tries: 0,
  }
  await report(services, current, 'import.checked', set, counts)
}

/** A crash of PostgreSQL itself empties the staged tables: whoever goes on then would take nothing for everything. */
async function mustBeStaged(db: Db, id: Id) {
  const { plan } = tablesOf(id)
  const { rows } = await sql<{ there: boolean }>`select exists (select from ${plan}) as there`.execute(db)
  if (!rows[0]?.there)
    throw new Problem(
      'conflict',
      'The database lost the rows of this file in a crash. Please upload it again: what was applied already stays as it is.',
    )
}

/** Names that no master has yet become records; the rows that need them point there. */
async function createMasters({ services, actor, id }: Work) {
  const { plan } = tablesOf(id)
  const { creates } = await mastersToCreate(services.db, id, 1_000_000)
  for (const { kind, name } of creates)
    await inTransaction(services.db, (tx) => flatNamed(tx, actor, kind, name))
  for (const [kind, column] of Object.entries(creations)) {
    const table = sql.table(kind === 'asset-name' ? 'asset_names' : `${kind}s`)
    await sql`update ${plan} as plan set ${sql.ref(`${column}_id`)} = master.id from ${table} as master
      where ${sql.ref(`new_${column}`)} is not null and ${sql.ref(`plan.${column}_id`)} is null
        and lower(master.name) = lower(${sql.ref(`new_${column}`)})`.execute(services.db)
  }
}

async function apply(work: Work, current: Import) {
  const { services, actor, id, signal } = work
  await mustBeStaged(services.db, id)
  if (current.appliedTo === 0) await createMasters(work)
  const { plan } = tablesOf(id)
  const last =
    (await sql<{ row: number }>`select max(row) as row from ${plan}`.execute(services.db)).rows[0]?.row ?? 0
  for (let from = current.appliedTo; from < last; from += batch) {
    const to = Math.min(from + batch, last)
    const goesOn = await inTransaction(services.db, async (tx) => {
      const done = sql`least(${to}, rows)`
      if (!(await move(tx, id, 'applying', { applied_to: to, done, tries: 0 }))) return false
      await applyRange(tx, actor, id, { from, to })
      return true
    })
    if (!goesOn || signal.aborted) return
  }
  const counts = await countsOf(services.db, id)
  const missed = await missedCount(services.db, id)
  const message = missed > 0 ? { message: `${missed} rows could not be applied any more.` } : {}
  const set = { status: 'done', counts: JSON.stringify(counts), finished_at: sql`now()`, ...message }
  await report(services, current, 'import.finished', set, { ...counts, ...message })
}

/** From the last applied row back to the first, so that a stop in the middle leaves the same kind of rest. */
async function takeBack(
  work: Work,
  current: Import,
  status: 'undoing' | 'cancelling',
  end: 'undone' | 'cancelled',
) {
  const { services, actor, id, signal } = work
  if (current.appliedTo > 0) await mustBeStaged(services.db, id)
  for (let to = current.appliedTo; to > 0; to = Math.max(0, to - batch)) {
    const from = Math.max(0, to - batch)
    await inTransaction(services.db, async (tx) => {
      await move(tx, id, status, { applied_to: from, done: sql`total - ${from}::bigint`, tries: 0 })
      await undoRange(tx, actor, id, { from, to })
    })
    if (signal.aborted) return
  }
  if (end === 'cancelled') {
    await dropStaged(services.db, id)
    await rm((await uploadOf(services, id)).path, { force: true })
  }
  await move(services.db, id, status, { status: end, finished_at: sql`now()` })
}
