import { randomUUID } from 'node:crypto'
import { type NewPrintJob, type PrintJob, printJobs } from '@ats/contract/print-jobs.ts'
import { type NewPrinter, type Printer, printers } from '@ats/contract/printers.ts'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { startPrinting } from '#features/printing/worker.ts'
import type { Person, TestApp } from './app.ts'
import { SimulatedPrinter } from './printer.ts'
import { administratorOf } from './stock.ts'

export async function printerOf(t: TestApp, given: Partial<NewPrinter> = {}): Promise<Printer> {
  const body = { name: `Printer ${randomUUID()}`, host: '127.0.0.1', dpi: 203 as const, ...given }
  const answer = await t.call(await administratorOf(t), printers.create, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body
}

/** A printer that is switched on, and its record. */
export async function openPrinter(
  t: TestApp,
  settings: ConstructorParameters<typeof SimulatedPrinter>[0] = {},
) {
  const simulated = await new SimulatedPrinter(settings).start()
  afterAll(() => simulated.die())
  return { simulated, printer: await printerOf(t, { port: simulated.port }) }
}

/** A worker that prints; it is stopped after the tests of the file. */
export function printing(t: TestApp) {
  const errors: unknown[] = []
  const worker = startPrinting(t, (error) => errors.push(error))
  afterAll(() => worker.stop())
  return { ...worker, errors }
}

export async function printJobOf(t: TestApp, as: Person, given: Partial<NewPrintJob>): Promise<PrintJob> {
  const body = { design: 'asset-small', printerId: null, ...given }
  const answer = await t.call(as, printJobs.create, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body
}

export const jobNow = async (t: TestApp, as: Person, { id }: { id: string }) =>
  (await t.call(as, printJobs.get, { params: { id } })).body

export const labelsOf = async (t: TestApp, as: Person, { id }: { id: string }) =>
  (await t.call(as, printJobs.labels, { params: { id } })).body.labels

export const becomes = async (t: TestApp, as: Person, job: { id: string }, status: PrintJob['status']) => {
  await expect
    .poll(async () => (await jobNow(t, as, job)).status, { timeout: 20_000, interval: 100 })
    .toBe(status)
  return jobNow(t, as, job)
}

/** Printers in trouble are tried again now. */
export async function tryAgain(t: TestApp) {
  await sql`update printers set held_until = null`.execute(t.db)
  await sql`select pg_notify('printing', '')`.execute(t.db)
}
