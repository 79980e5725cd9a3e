import { namesOf } from '@ats/contract/assets/fields.ts'
import { type BuiltInColumn, importColumns } from '@ats/contract/import-columns.ts'
import { imports } from '@ats/contract/imports.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { csvLine } from '#kernel/files/csv.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { correctImport, undoCorrection } from './corrections.ts'
import {
  applyImport,
  cancelImport,
  forgetImport,
  matchColumns,
  mustHaveRows,
  retryImport,
  undoImport,
  uploadFile,
} from './imports.ts'
import { mastersOf, removeMasters } from './made-masters.ts'
import { wrongRowsAsCsv } from './plan/wrong-rows.ts'
import { importsVisible, importVisible, readingStaged, rowsOfPlan, toImport } from './queries.ts'

const unchecked = ['reading', 'checking']

export function importRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  const get = async (actor: Actor, id: Id) => found(await importVisible(db, actor, id), 'import-not-found')
  const shown = async (actor: Actor, id: Id) => toImport(await get(actor, id), actor)
  const staged = async (actor: Actor, id: Id) => {
    const row = await get(actor, id)
    if (unchecked.includes(row.status)) throw new Problem('import-not-checked')
    mustHaveRows(row)
    return row
  }
  const step =
    (work: (services: Services, tx: Db, actor: Actor, id: Id) => Promise<void>, message: string) =>
    async ({ params: { id } }: { params: { id: Id } }, { actor }: { actor: Actor }) => {
      await inTransaction(db, (tx) => work(services, tx, actor, id))
      return { import: await shown(actor, id), message }
    }

  serve(app, imports.upload, async ({ query: { fileName }, file }, { actor }) => {
    const id = await uploadFile(services, actor, fileName, file)
    return { import: await shown(actor, id), message: `File uploaded: ${fileName}` }
  })
  serve(app, imports.list, async (_input, { actor }) => ({
    imports: (await importsVisible(db, actor)).map((row) => toImport(row, actor)),
  }))
  serve(app, imports.sample, () => sampleFile)
  serve(app, imports.get, ({ params: { id } }, { actor }) => shown(actor, id))
  serve(app, imports.rows, async ({ params: { id }, query }, { actor }) =>
    readingStaged(rowsOfPlan(db, actor, await staged(actor, id), query)),
  )
  serve(app, imports.wrongRows, async ({ params: { id } }, { actor }) => ({
    type: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': 'attachment; filename="wrong_rows.csv"' },
    body: await wrongRowsAsCsv(db, actor, await staged(actor, id)),
  }))
  serve(app, imports.masters, async ({ params: { id } }, { actor }) => {
    await get(actor, id)
    return mastersOf(db, id)
  })
  serve(app, imports.removeMasters, async ({ params: { id } }, { actor }) => {
    const removed = await inTransaction(db, (tx) => removeMasters(tx, actor, id))
    return { message: 'Master records that nothing uses were deleted.', removed }
  })
  serve(app, imports.match, async ({ params: { id }, body }, { actor }) => {
    await inTransaction(db, (tx) => matchColumns(services, tx, actor, id, body))
    return { import: await shown(actor, id), message: 'The file is checked again.' }
  })
  serve(app, imports.correct, async ({ params: { id }, body }, { actor }) => {
    await inTransaction(db, (tx) => correctImport(services, tx, actor, id, body))
    return { import: await shown(actor, id), message: 'The rows are checked again.' }
  })
  serve(app, imports.undoCorrection, step(undoCorrection, 'The correction was undone.'))
  serve(app, imports.apply, step(applyImport, 'The import has begun.'))
  serve(app, imports.cancel, step(cancelImport, 'The import is being cancelled.'))
  serve(app, imports.undo, step(undoImport, 'The import is being undone.'))
  serve(app, imports.retry, step(retryImport, 'The import goes on.'))
  serve(app, imports.remove, async ({ params: { id } }, { actor }) => {
    await inTransaction(db, (tx) => forgetImport(services, tx, actor, id))
    return { message: 'The import was removed from the list.' }
  })
}

/** Two sample rows by field: a new field does not compile until it has a value here. */
const examples: Record<Exclude<BuiltInColumn, 'place' | 'assetTagId'>, readonly [string, string]> = {
  rfidTag: ['E28011700000020D1A2B3C01', 'E28011700000020D1A2B3C02'],
  assetName: ['Office Chair', 'Standing Desk'],
  assignedUser: ['Asha Rao', ''],
  city: ['Indore', 'Indore'],
  mm: ['', ''],
  property: ['', ''],
  aou: ['', ''],
  room: ['', ''],
  assetState: ['Working', 'Working'],
  brand: ['Godrej', 'Featherlite'],
  model: ['Motion', ''],
  serialNo: ['GC-1001', ''],
  vendor: ['Urban Office Supplies', ''],
  rentalStartDate: ['2026-04-01', ''],
  rentalPeriod: ['24', ''],
}
const sampleColumns = namesOf(examples)
const sampleLines = [
  sampleColumns.map((name) => importColumns[name]),
  ...[0, 1].map((row) => sampleColumns.map((name) => examples[name][row] ?? '')),
]
const sampleFile = {
  type: 'text/csv; charset=utf-8',
  headers: { 'content-disposition': 'attachment; filename="sample_file.csv"' },
  body: sampleLines.map(csvLine).join(''),
}
