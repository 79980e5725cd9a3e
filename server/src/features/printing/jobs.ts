import {
  mostInFile,
  mostLabels,
  type newPrintJob,
  type PrintJob,
  type printRange,
} from '@ats/contract/print-jobs.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { resolveAssetFilter, shownAssets } from '#features/assets/assets.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'
import { mustHaveFewUnfinished } from '#kernel/jobs/unfinished.ts'
import { record } from '#kernel/ledger/events.ts'
import { withinScope } from '#kernel/scope.ts'
import { wakePrinting } from './lease.ts'
import { prepareLabels } from './prepare.ts'
import { printerById, printJobById } from './queries.ts'

type Given = z.output<typeof newPrintJob>

/** The records of a job, in the order of their labels. */
async function chosen(
  tx: Db,
  actor: Actor,
  { ids, filter, except = [], placeIds }: Given,
): Promise<RawBuilder<unknown>> {
  if (placeIds !== undefined)
    return sql`select null::uuid as asset_id, places.id as place_id, given.at from
      unnest(${[...new Set(placeIds)]}::uuid[]) with ordinality as given (id, at)
      join places on places.id = given.id where ${withinScope(actor, 'places')}`
  const assets = (where: RawBuilder<unknown>) =>
    sql`select assets.id as asset_id, null::uuid as place_id, assets.number as at from assets where ${where}`
  if (filter === undefined)
    return assets(
      sql`assets.id = any(${ids}::uuid[]) and assets.deleted_at is null and ${withinScope(actor, 'assets')}`,
    )
  const { where } = await shownAssets(tx, actor, await resolveAssetFilter(tx, actor, filter))
  return assets(sql`${where} and assets.id <> all(${except}::uuid[])`)
}

type NewJob = Pick<Given, 'design' | 'owner' | 'seriesId' | 'again' | 'printerId'> & { dpi: PrintJob['dpi'] }

async function insertJob(tx: Db, actor: Actor, job: NewJob, records: RawBuilder<unknown>): Promise<PrintJob> {
  await mustHaveFewUnfinished(tx, actor.id, 'print_jobs', 'print-jobs-unfinished')
  const most = job.printerId === null ? mostInFile : mostLabels
  const { design, dpi, owner, again } = job
  const values = {
    user_id: actor.id,
    design,
    dpi,
    owner,
    again,
    printer_id: job.printerId,
    series_id: job.seriesId,
  }
  const { id } = await tx.insertInto('print_jobs').values(values).returning('id').executeTakeFirstOrThrow()
  const { rows } = await sql<{ total: number }>`with made as (
      insert into print_labels (job_id, position, asset_id, place_id)
      select ${id}, row_number() over (order by at), asset_id, place_id from (${records} limit ${most + 1}) as records
      returning position)
    update print_jobs set total = (select count(*) from made) where id = ${id} returning
      (select count(*) from made) as total`.execute(tx)
  const total = rows[0]?.total ?? 0
  if (total === 0) throw new Problem('print-job-empty')
  if (total > most) throw new Problem('print-job-too-long', { most })
  await record(tx, actor, {
    ...entryAbout(id, job),
    action: 'print-job.started',
    after: { design, dpi, labels: total },
  })
  if (job.printerId === null) await makeFile(tx, actor, id)
  else await wakePrinting(tx, job.printerId)
  return printJobById(tx, actor, id)
}

const entryAbout = (id: Id, { design }: { design: string }) => ({
  kind: 'print-job' as const,
  id,
  name: design,
})

export async function createPrintJob(tx: Db, actor: Actor, given: Given): Promise<PrintJob> {
  const { seriesId, printerId } = given
  if (seriesId !== null) {
    const series = tx.selectFrom('tag_series').select('id').where('id', '=', seriesId)
    if ((await series.executeTakeFirst()) === undefined) throw invalid('seriesId', 'tag-series-unknown')
  }
  const dpi = printerId === null ? given.dpi : (await printerToUse(tx, actor, printerId)).dpi
  return insertJob(tx, actor, { ...given, dpi: dpi ?? 203 }, await chosen(tx, actor, given))
}

async function printerToUse(tx: Db, actor: Actor, id: Id) {
  const printer = await printerById(tx, actor, id).catch((error: unknown) => {
    throw error instanceof Problem && error.status === 404 ? invalid('printerId', 'printer-unknown') : error
  })
  if (printer.retired) throw new Problem('printer-retired')
  return printer
}

/** All labels of a file get their numbers with the request. */
async function makeFile(tx: Db, actor: Actor, id: Id) {
  await prepareLabels(tx, actor, id, mostInFile)
  await sql`update print_labels set state = 'sent', at = now() where job_id = ${id} and state = 'ready'`.execute(
    tx,
  )
  await sql`update print_jobs set status = 'ready', finished_at = now() where id = ${id}`.execute(tx)
}

const jobColumns = [
  'design',
  'dpi',
  'owner',
  'series_id as seriesId',
  'printer_id as printerId',
  'status',
] as const

/** The job, locked until the end of the transaction. */
async function ownJobForUpdate(tx: Db, actor: Actor, id: Id) {
  await printJobById(tx, actor, id)
  return tx
    .selectFrom('print_jobs')
    .select(jobColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** The labels that the printer has got are still waited for. */
export async function stopPrintJob(tx: Db, actor: Actor, id: Id): Promise<PrintJob> {
  const job = await ownJobForUpdate(tx, actor, id)
  if (job.status !== 'waiting' && job.status !== 'printing') throw new Problem('print-job-not-running')
  await sql`update print_jobs set status = 'stopped', trouble = null where id = ${id}`.execute(tx)
  await record(tx, actor, { ...entryAbout(id, job), action: 'print-job.stopped' })
  return printJobById(tx, actor, id)
}

export async function continuePrintJob(tx: Db, actor: Actor, id: Id): Promise<PrintJob> {
  const job = await ownJobForUpdate(tx, actor, id)
  if (job.status !== 'stopped') throw new Problem('print-job-not-stopped')
  if (job.printerId === null) throw new Problem('printer-not-found')
  await printerToUse(tx, actor, job.printerId)
  await mustHaveFewUnfinished(tx, actor.id, 'print_jobs', 'print-jobs-unfinished')
  await sql`update print_jobs set status = 'waiting', message = null, voids_in_row = 0 where id = ${id}`.execute(
    tx,
  )
  await record(tx, actor, { ...entryAbout(id, job), action: 'print-job.continued' })
  await wakePrinting(tx, job.printerId)
  return printJobById(tx, actor, id)
}

/** Another job with the same settings; numbers that were printed are not printed a second time. */
export async function repeatPrintJob(
  tx: Db,
  actor: Actor,
  id: Id,
  { from, to }: z.output<typeof printRange>,
) {
  const job = await ownJobForUpdate(tx, actor, id)
  if (job.printerId !== null) await printerToUse(tx, actor, job.printerId)
  const records = sql`select asset_id, place_id, position as at from print_labels
    where job_id = ${id} and position between ${from} and ${to}`
  return insertJob(tx, actor, { ...job, again: true }, records)
}
