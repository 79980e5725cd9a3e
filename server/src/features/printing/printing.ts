// Why it is built this way: docs/decisions/074-label-printers.md

import type { LabelDesign } from '@ats/contract/print-jobs.ts'
import type { PrinterTrouble } from '@ats/contract/printers.ts'
import type { Message } from '@ats/contract/problems.ts'
import { sql } from 'kysely'
import { actorOf } from '#features/identity/identity.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { isBusy, Problem } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import { storedMessage } from '#kernel/messages.ts'
import type { Services } from '#kernel/services.ts'
import { drawnLabels, labelsToSend } from './labels.ts'
import { release, renew } from './lease.ts'
import { PrinterAway, PrinterLink } from './link.ts'
import { prepareLabels } from './prepare.ts'
import { type Settled, settle } from './settle.ts'
import { printWindow } from './window.ts'
import type { Dpi } from './zpl.ts'

/** Labels on their way to the printer; after a kill their numbers are void. */
const windowSize = 10
/** Labels whose numbers are reserved in advance, so that a block of numbers is not a single number. */
const readySize = 200

type Leased = { services: Services; printerId: Id; worker: Id; signal: AbortSignal }
type Job = { id: Id; userId: Id; design: LabelDesign; dpi: Dpi; owner: string }

/** Prints the jobs of a leased printer, one after the other, until there is none or the printer cannot be used. */
export async function printJobsOf(leased: Leased): Promise<void> {
  const { services, printerId, worker, signal } = leased
  let link: PrinterLink | undefined
  let isHeld = false
  try {
    while (!signal.aborted) {
      const printer = await renew(services.db, printerId, worker)
      const job = await nextJob(services.db, printerId)
      if (job === undefined) return
      try {
        if (printer.isRetired) throw new Problem('printer-retired')
        const owner = await ownerOf(services.db, job)
        const isInDoubt = await settleDoubtful(leased, owner, job, printer.name)
        link ??= await openLink(services, printer, isInDoubt)
        await printSome(leased, { link, owner, job, printer: printer.name })
        if (link.isClosed) link = undefined
      } catch (error) {
        if (error instanceof PrinterAway) {
          isHeld = true
          return await noteTrouble(services.db, job.id, error.trouble)
        }
        if (!(error instanceof Problem) || isBusy(error) || error.status >= 500) throw error
        await stopJob(leased, job, error.reason)
      }
    }
  } catch (error) {
    isHeld = true
    throw error
  } finally {
    link?.close()
    await release(services.db, printerId, worker, isHeld)
  }
}

async function nextJob(db: Db, printerId: Id): Promise<Job | undefined> {
  const { rows } = await sql<Job>`select id, user_id as "userId", design, dpi, owner from print_jobs
    where printer_id = ${printerId} and status in ('waiting', 'printing') order by id limit 1`.execute(db)
  return rows[0]
}

/** The person who started the job, with their present rights. */
async function ownerOf(db: Db, { id, userId }: Job): Promise<Actor> {
  const owner = await actorOf(db, userId, id)
  if (owner === undefined) throw new Problem('job-owner-gone')
  if (!owner.permissions.includes('manage-asset')) throw new Problem('forbidden')
  return owner
}

/** Labels that a worker sent before it died, or that a printer died with. */
async function settleDoubtful(leased: Leased, owner: Actor, job: Job, printer: string): Promise<boolean> {
  const { services, printerId, worker } = leased
  const sent = await labelsToSend(services.db, job.id, 'sent', windowSize)
  if (sent.length === 0) return false
  await inTransaction(services.db, async (tx) => {
    await renew(tx, printerId, worker)
    const labels = sent.map((label): Settled => ({ ...label, fate: 'unknown' }))
    await settle(tx, owner, job.id, labels, printer)
  })
  return true
}

const clearMs = 15_000

/** `~JA` takes labels in doubt out of the memory of the printer, so that they do not come out later. */
async function openLink(
  { config }: Services,
  { host, port }: { host: string; port: number },
  isInDoubt: boolean,
) {
  const link = await PrinterLink.open(host, port, config.printerNetworks)
  try {
    if (isInDoubt) link.send('~JA')
    const until = performance.now() + clearMs
    for (let status = await link.status(); ; status = await link.status()) {
      if (status.trouble !== null) throw new PrinterAway(status.trouble)
      if (status.waiting === 0 || performance.now() > until) return link
      await link.readBacks(500)
    }
  } catch (error) {
    link.close()
    throw error
  }
}

type Printing = { link: PrinterLink; owner: Actor; job: Job; printer: string }

/** Prints the next few labels of a job, or reserves their numbers, or ends the job. */
async function printSome(leased: Leased, { link, owner, job, printer }: Printing) {
  const { services, printerId, worker } = leased
  const drawn = await inTransaction(services.db, async (tx) => {
    await renew(tx, printerId, worker)
    await sql`update print_jobs set status = 'printing', trouble = null where id = ${job.id}
      and (status = 'waiting' or status = 'printing' and trouble is not null)`.execute(tx)
    await reserveAhead(tx, owner, job)
    return drawnLabels(tx, services, owner, job, windowSize)
  })
  if (drawn === 'none-left') return finishJob(leased, owner, job)
  if (drawn.length === 0) return
  let beatAt = 0
  const settled = await printWindow(link, drawn, async (trouble) => {
    if (performance.now() - beatAt < 2_000) return true
    beatAt = performance.now()
    const { isRetired } = await renew(services.db, printerId, worker)
    await noteTrouble(services.db, job.id, trouble)
    // A printer that works is waited for; one in trouble may stay so for days.
    return trouble === null || (!isRetired && (await isWanted(services.db, job.id)))
  })
  // The memory of the printer may hold labels that are void from now on.
  if (settled.some(({ fate }) => fate === 'unknown')) {
    if (!link.isClosed) link.send('~JA')
    link.close()
  }
  await inTransaction(services.db, async (tx) => {
    await renew(tx, printerId, worker)
    if (await settle(tx, owner, job.id, settled, printer))
      await record(tx, owner, { ...entryAbout(job), action: 'print-job.failed', after: { reason: 'voids' } })
  })
}

/** The number of a spoilt label is replaced at its place, so that labels stay in order. */
async function reserveAhead(tx: Db, owner: Actor, { id }: Job) {
  const { rows } = await sql<{
    ready: number
    isNext: boolean
  }>`select count(*) filter (where state = 'ready') as ready,
      coalesce(min(position) filter (where state = 'waiting') < min(position) filter (where state = 'ready'),
        count(*) filter (where state = 'waiting') > 0 and count(*) filter (where state = 'ready') = 0) as "isNext"
    from (select state, position from print_labels where job_id = ${id} and state in ('waiting', 'ready')
      order by position limit ${readySize}) as next`.execute(tx)
  const { ready = 0, isNext = false } = rows[0] ?? {}
  if (isNext) await prepareLabels(tx, owner, id, Math.max(1, readySize - ready))
}

async function isWanted(db: Db, id: Id) {
  const job = db.selectFrom('print_jobs').select('status').where('id', '=', id)
  return (await job.executeTakeFirst())?.status === 'printing'
}

const noteTrouble = async (db: Db, id: Id, trouble: PrinterTrouble | null) => {
  await sql`update print_jobs set trouble = ${trouble} where id = ${id} and status in ('waiting', 'printing')
    and trouble is distinct from ${trouble}`.execute(db)
}

const entryAbout = ({ id, design }: Job) => ({ kind: 'print-job' as const, id, name: design })

async function finishJob({ services, printerId, worker }: Leased, owner: Actor, job: Job) {
  await inTransaction(services.db, async (tx) => {
    await renew(tx, printerId, worker)
    const { rows } = await sql<{ printed: number; skipped: number; voided: number }>`update print_jobs
      set status = 'done', trouble = null, finished_at = now() where id = ${job.id} and status in ('waiting', 'printing')
      returning printed, skipped, voided`.execute(tx)
    if (rows[0] !== undefined)
      await record(tx, owner, { ...entryAbout(job), action: 'print-job.finished', after: rows[0] })
  })
}

/** It can be continued, for example with another number series in reserve. */
async function stopJob({ services, printerId, worker }: Leased, job: Job, reason: Message) {
  await inTransaction(services.db, async (tx) => {
    await renew(tx, printerId, worker)
    const { rows } =
      await sql`update print_jobs set status = 'stopped', trouble = null, message = ${storedMessage(reason)}
      where id = ${job.id} and status in ('waiting', 'printing') returning id`.execute(tx)
    const who = { id: job.userId, requestId: job.id }
    if (rows.length > 0)
      await record(tx, who, {
        ...entryAbout(job),
        action: 'print-job.failed',
        after: { reason: reason.code },
      })
  })
}
