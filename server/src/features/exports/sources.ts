import { type ExportList, exportColumns, exportLists, type NewExport } from '@ats/contract/exports.ts'
import { type FieldName, keyOfFieldName } from '@ats/contract/own-fields/field-filters.ts'
import { isAllowed } from '@ats/contract/permissions.ts'
import type { Message } from '@ats/contract/problems.ts'
import { assetExports } from '#features/assets/assets.ts'
import { auditExports } from '#features/audit/audit.ts'
import { coverExports } from '#features/covers/covers.ts'
import { identityExports } from '#features/identity/identity.ts'
import { inventoryExports } from '#features/inventories/inventories.ts'
import { masterExports } from '#features/masters/masters.ts'
import { reportExports } from '#features/reports/reports.ts'
import { shopExports } from '#features/shop/shop.ts'
import { stateChangeExports } from '#features/state-changes/state-changes.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { inlined } from '#kernel/db/inline-sql.ts'
import { type ExportSelection, type ExportSource, exportQuery } from '#kernel/files/export-source.ts'
import { invalid, invalidFields, Problem } from '#kernel/http/problem.ts'
import { messageOfIssue } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'

const sources: Record<ExportList, ExportSource> = {
  ...assetExports,
  ...stateChangeExports,
  ...identityExports,
  ...auditExports,
  ...masterExports,
  ...reportExports,
  ...inventoryExports,
  ...coverExports,
  ...shopExports,
}

export const sourceOf = (list: ExportList) => sources[list]

export type Wanted = Required<Pick<NewExport, 'list' | 'filter'>> & { columns: readonly string[] }

export function mustSeeList(actor: Actor, list: ExportList) {
  if (!seesList(actor, list)) throw new Problem('forbidden')
}

function seesList(actor: Actor, list: ExportList) {
  const { permission } = sources[list]
  return isAllowed(permission, actor.permissions)
}

export const listsSeenBy = (actor: Actor) => exportLists.filter((list) => seesList(actor, list))

/**
 * The chosen columns, checked for unknown and repeated ones; all columns if none were chosen, with the fields of
 * the organisation.
 */
export async function columnsChosen(
  db: Db,
  actor: Actor,
  { list, columns }: Pick<NewExport, 'list' | 'columns'>,
): Promise<string[]> {
  const known = exportColumns[list]
  const { fieldColumns } = sources[list]
  if (columns === undefined) {
    const keys = (await fieldColumns?.all(db, actor)) ?? []
    return [...known, ...keys.map((key): FieldName => `field:${key}`)]
  }
  const others = columns.filter((column) => !known.includes(column))
  const keys = others.map((column) => keyOfFieldName(column))
  if (others.length > 0 && (fieldColumns === undefined || keys.includes(undefined)))
    throw invalid('columns', 'export-column-unknown')
  await fieldColumns?.withKeys(db, actor, definite(keys))
  return [...new Set(columns)]
}

const definite = (keys: readonly (string | undefined)[]) => keys.flatMap((key) => key ?? [])

/** The rows that the actor may see, filtered by the list's own rules. */
export async function resolveRows(
  db: Db,
  actor: Actor,
  { list, filter }: Pick<Wanted, 'list' | 'filter'>,
  zone: string,
) {
  const parsed = sources[list].filter.strict().safeParse(filter)
  if (parsed.success) return sources[list].choose(db, actor, parsed.data, zone)
  const fields: Record<string, Message> = {}
  for (const issue of parsed.error.issues)
    fields[['filter', ...issue.path].join('.')] ??= messageOfIssue(issue)
  throw invalidFields(fields)
}

/** Longer CSV files have no sort order, because sorting would take longer than reading. */
const mostSorted = 100_000

type Reading = Pick<Services, 'db' | 'config'>

async function copyAsCsv({ db, config }: Reading, actor: Actor, wanted: Wanted) {
  const rows = await resolveRows(db, actor, wanted, config.timeZone)
  const columns = await columnsOf(db, actor, wanted, rows)
  // PostgreSQL cuts long names of columns, so the line of headings does not come from it.
  const named = columns.map((column, at) => ({ ...column, title: `c${at}` }))
  const query = exportQuery(named, rows, rows.total !== null && rows.total <= mostSorted)
  const texts = named.filter(({ kind }) => kind === 'text').map(({ title }) => title)
  const quoted = texts.length === 0 ? '' : `, force_quote (${texts.join(', ')})`
  return {
    headings: `${columns.map(({ title }) => csvText(title)).join(',')}\n`,
    statement: `copy (${inlined(query)}) to stdout (format csv${quoted})`,
  }
}

const csvText = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Starts the download of a CSV file, with its line of headings first. */
export async function csvStream(services: Reading & Pick<Services, 'replica'>, actor: Actor, wanted: Wanted) {
  const { headings, statement } = await copyAsCsv(services, actor, wanted)
  const copied = await services.replica.copyOut(actor.id, statement)
  copied.stream.unshift(headings)
  return copied
}

/** One line per row with tabs between fields: the fastest format to parse. */
export async function copyAsText({ db, config }: Reading, actor: Actor, wanted: Wanted) {
  const rows = await resolveRows(db, actor, wanted, config.timeZone)
  const columns = await columnsOf(db, actor, wanted, rows)
  return {
    columns: columns.map(({ title, kind }) => ({ title, kind: kind === 'plain' ? 'text' : kind })),
    total: rows.total,
    statement: `copy (${inlined(exportQuery(columns, rows, true))}) to stdout`,
  }
}

async function columnsOf(db: Db, actor: Actor, { list, columns }: Wanted, rows: ExportSelection) {
  const keys = definite(columns.map((column) => keyOfFieldName(column)))
  const fields = (await sources[list].fieldColumns?.withKeys(db, actor, keys)) ?? []
  const own = Object.fromEntries(fields.map((column, at) => [`field:${keys[at]}`, column]))
  const all = { ...(rows.columns ?? sources[list].columns), ...own }
  return columns.flatMap((column) => all[column] ?? [])
}
