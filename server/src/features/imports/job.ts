// Why it is built this way: docs/decisions/009-imports.md

import type { ImportStatus } from '@ats/contract/imports.ts'
import { sql } from 'kysely'
import { ownFieldsSeenBy } from '#features/own-fields/own-fields.ts'
import { type Id, inTransaction } from '#kernel/db/db.ts'
import { isBusy, Problem } from '#kernel/http/problem.ts'
import { type JobHandler, oneAtATime } from '#kernel/jobs/jobs.ts'
import { messageFields, storedMessage } from '#kernel/messages.ts'
import type { Services } from '#kernel/services.ts'
import { apply } from './apply/apply.ts'
import {
  actorNow,
  type Import,
  importNow,
  move,
  mustBeStaged,
  report,
  Superseded,
  type Work,
} from './apply/progress.ts'
import { takeBack } from './apply/undo.ts'
import { stageFile } from './file/staging.ts'
import { checkImport } from './plan/check-import.ts'
import { matchHeaders } from './plan/columns.ts'
import { rowsLeft } from './quota.ts'

const mostTries = 20
const noticeMs = 500

/** Continues an import from its present status until it needs a person. */
export const importJob =
  (services: Services): JobHandler =>
  (id, signal) =>
    oneAtATime(services.db, id, () => runImport(services, id, signal))

const steps: Partial<Record<ImportStatus, (work: Work) => Promise<void>>> = {
  reading: readFile,
  checking: check,
  applying: apply,
  undoing: (work) => takeBack(work, 'undone'),
  cancelling: (work) => takeBack(work, 'cancelled'),
}

const unfinished = ({ db }: Services) =>
  db
    .selectFrom('imports')
    .select('id')
    .where('status', 'in', Object.keys(steps) as ImportStatus[])
    .execute()

/** Immediately continues the imports of a worker that died; the queue would return them only after a while. */
export async function resumeImports(services: Services) {
  for (const { id } of await unfinished(services)) await services.jobs.enqueue(services.db, 'imports', id)
}

/** The queue drops a job after many failures; an import without a job gets a new one. */
export async function resumeLostImports(services: Services) {
  const { db, jobs } = services
  const waiting = await unfinished(services)
  if (waiting.length === 0) return
  const enqueued = await jobs.enqueued('imports')
  for (const { id } of waiting.filter((one) => !enqueued.has(one.id))) await jobs.enqueue(db, 'imports', id)
}

async function runImport(services: Services, id: Id, signal: AbortSignal) {
  for (;;) {
    const current = await importNow(services.db, id)
    const step = current && steps[current.status]
    if (current === undefined || step === undefined) return
    // An aborted job counts as failed, so that the queue gives it to another worker.
    signal.throwIfAborted()
    try {
      await move(services.db, { id, status: current.status }, { tries: current.tries + 1 })
      if (current.tries >= mostTries) throw new Problem('job-failed-often')
      await services.replica.writing(current.userId, () => step({ services, current, signal }))
    } catch (error) {
      // The queue retries temporary failures.
      if (error instanceof Problem && !isBusy(error)) await fail(services, current, error)
      else if (!(error instanceof Superseded)) throw error
    }
  }
}

/** Errors that may pass: the person regains the permission, there is room again, or a failure is fixed. */
const passing = new Set<number>([403, 429, 503])
/** The series may be brought back, or the rows applied so far taken back. */
const passingCodes = new Set<string>(['tag-series-retired', 'tag-series-exhausted', 'tag-number-on-asset'])

/** A file that cannot be read is not kept: it is of no further use. */
async function fail(
  { db, files }: Services,
  current: Import,
  { status: refusedWith, code, reason }: Problem,
) {
  const failedIn = passing.has(refusedWith) || passingCodes.has(code) ? current.status : null
  const set = {
    status: 'failed',
    message: storedMessage(reason),
    failed_in: failedIn,
    finished_at: sql`now()`,
  }
  await inTransaction(db, (tx) => report(tx, current, 'import.failed', set, messageFields(reason))).catch(
    (error: unknown) => {
      if (!(error instanceof Superseded)) throw error
    },
  )
  if (current.status === 'reading' && failedIn === null) {
    const query = db.selectFrom('imports').select('file').where('id', '=', current.id)
    const { file } = await query.executeTakeFirstOrThrow()
    await files.imports.remove(file)
  }
}

/** Stores the progress at most twice a second, and stops once the import is cancelled. */
function progress({ services, current: { id, status } }: Work, stop: () => void) {
  let last = 0
  let writing = false
  return (done: number) => {
    if (writing || Date.now() - last < noticeMs) return
    last = Date.now()
    writing = true
    void move(services.db, { id, status }, { done })
      .then(
        (still) => still || stop(),
        () => undefined,
      )
      .finally(() => {
        writing = false
      })
  }
}

const notRead = (sheets: number) => storedMessage({ code: 'sheets-left-out', params: { count: sheets } })

async function readFile(work: Work) {
  const { services, current } = work
  const { db, config, files } = services
  const { id, userId, status } = current
  const query = db.selectFrom('imports').select(['file', 'kind']).where('id', '=', id)
  const { file, kind } = await query.executeTakeFirstOrThrow()
  let local: Awaited<ReturnType<typeof files.imports.fetch>> | undefined
  const stopper = new AbortController()
  const signal = AbortSignal.any([work.signal, stopper.signal])
  const read = progress(work, () => stopper.abort())
  try {
    const actor = await actorNow(db, current)
    const room = await rowsLeft(services, userId)
    local = await files.imports.fetch(file)
    const { path } = local
    const staged = await stageFile(config.databaseUrl, id, { path, kind, read, signal }, room)
    const { headers, rows, sheetsLeftOut } = staged
    const chosen = await db.selectFrom('import_headers').selectAll().where('user_id', '=', userId).execute()
    const remembered = new Map(chosen.map(({ header, means }) => [header, means]))
    const columns = matchHeaders(headers, remembered, await ownFieldsSeenBy(db, actor))
    const message = sheetsLeftOut === 0 ? null : notRead(sheetsLeftOut)
    const set = { status: 'checking', headers, columns, rows, done: 0, total: rows, message, tries: 0 }
    if (await move(db, { id, status }, set)) await files.imports.remove(file)
  } catch (error) {
    if (!stopper.signal.aborted) throw isMissing(error) ? fileGone() : error
  } finally {
    await local?.release()
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
const fileGone = () => new Problem('import-file-gone')

/** The plan and the status change together: a check that finishes too late does not replace a newer plan. */
async function check({ services, current }: Work) {
  const { id } = current
  await inTransaction(services.db, async (tx) => {
    const { rows } = await tx
      .selectFrom('imports')
      .select('rows')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (rows > 0) await mustBeStaged(tx, id, 'rows')
    const { counts, ...set } = await checkImport(tx, await actorNow(tx, current), id)
    await report(
      tx,
      current,
      'import.checked',
      { status: 'ready', tries: 0, counts: JSON.stringify(counts), ...set },
      counts,
    )
  })
}
