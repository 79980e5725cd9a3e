import { Readable } from 'node:stream'
import { type BuiltInColumn, importColumns } from '@ats/contract/import-columns.ts'
import { imports, type rowKind } from '@ats/contract/imports.ts'
import type { z } from 'zod'
import { uploadFile } from '#features/imports/imports.ts'
import { importJob } from '#features/imports/job.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Person, TestApp } from './app.ts'

export type Cells = Partial<Record<BuiltInColumn, string>>

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** A file with our own headings, only for the columns that the rows use. */
export function csvOf(rows: readonly Cells[]): string {
  const columns = (Object.keys(importColumns) as BuiltInColumn[]).filter((column) =>
    rows.some((row) => column in row),
  )
  const lines = rows.map((row) => columns.map((column) => quoted(row[column] ?? '')).join(','))
  return `${columns.map((column) => importColumns[column]).join(',')}\n${lines.join('\n')}\n`
}

/** Goes through an import as a person would, and does the worker's part in this process. */
export function importer(t: TestApp, as: Person) {
  const work = (id: string) => importJob(t)(id, new AbortController().signal)
  const byId = (id: string) => ({ params: { id } })

  async function upload(file: string | Uint8Array, fileName = 'assets.csv') {
    return t.call(as, imports.upload, { query: { fileName }, file: Buffer.from(file) })
  }
  async function check(file: string | Uint8Array, fileName?: string) {
    const { body } = await upload(file, fileName)
    await work(body.import._id)
    return now(body.import._id)
  }
  const now = async (id: string) => (await t.call(as, imports.get, byId(id))).body
  async function apply(id: string) {
    const { status, body } = await t.call(as, imports.apply, byId(id))
    if (status !== 200) throw new Error(body.message)
    await work(id)
    return now(id)
  }
  async function undo(id: string) {
    const { status, body } = await t.call(as, imports.undo, byId(id))
    if (status !== 200) throw new Error(body.message)
    await work(id)
    return now(id)
  }
  const rows = async (id: string, kind: z.infer<typeof rowKind>) =>
    (await t.call(as, imports.rows, { ...byId(id), query: { kind } })).body.rows
  const problems = async (id: string) =>
    (await rows(id, 'wrong')).map(({ row, problems: all }) => [row, ...all.map(({ reason }) => reason)])
  const match = async (id: string, body: object) => {
    const reply = await t.call(as, imports.match, { ...byId(id), body })
    await work(id)
    return reply.status === 200 ? now(id) : Promise.reject(new Error(reply.body.message))
  }
  const groups = async (id: string) =>
    (await now(id)).problems.map(({ kind, problem, rows: count }) => [kind, problem, count])
  return { upload, check, match, apply, undo, rows, problems, groups, now, work }
}

/** An import as if that person had uploaded, checked and perhaps applied it, regardless of their permissions. */
export async function checkedImport(
  t: TestApp,
  { id }: Person,
  file: string,
  upTo: 'ready' | 'done' | 'failed' | 'undone',
) {
  const actor = { id, requestId: 'test' } as Actor
  const importId = await uploadFile(t, actor, 'assets.csv', Readable.from([Buffer.from(file)]))
  await importJob(t)(importId, new AbortController().signal)
  if (upTo === 'ready') return importId
  if (upTo === 'failed') {
    const set = { status: 'failed', failed_in: 'applying' } as const
    await t.db.updateTable('imports').set(set).where('id', '=', importId).execute()
    return importId
  }
  const steps = upTo === 'undone' ? (['applying', 'undoing'] as const) : (['applying'] as const)
  for (const status of steps) {
    await t.db.updateTable('imports').set({ status }).where('id', '=', importId).execute()
    await importJob(t)(importId, new AbortController().signal)
  }
  return importId
}
