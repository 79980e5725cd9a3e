import { type ExportList, exportColumns, exportLists, type NewExport } from '@ats/contract/exports.ts'
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

/** The chosen columns, checked for unknown and repeated ones; all columns if none were chosen. */
export function columnsChosen({ list, columns }: Pick<NewExport, 'list' | 'columns'>): string[] {
  const known = exportColumns[list]
  if (columns?.some((column) => !known.includes(column))) throw invalid('columns', 'export-column-unknown')
  return [...new Set(columns ?? known)]
}

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

export async function copyAsCsv({ db, config }: Reading, actor: Actor, wanted: Wanted) {
  const rows = await resolveRows(db, actor, wanted, config.timeZone)
  const columns = columnsOf(wanted, rows)
  const query = exportQuery(columns, rows, rows.total !== null && rows.total <= mostSorted)
  const texts = columns.filter(({ kind }) => kind === 'text').map(({ title }) => `"${title}"`)
  const quoted = texts.length === 0 ? '' : `, force_quote (${texts.join(', ')})`
  return `copy (${inlined(query)}) to stdout (format csv, header${quoted})`
}

/** One line per row with tabs between fields: the fastest format to parse. */
export async function copyAsText({ db, config }: Reading, actor: Actor, wanted: Wanted) {
  const rows = await resolveRows(db, actor, wanted, config.timeZone)
  const columns = columnsOf(wanted, rows)
  return {
    columns: columns.map(({ title, kind }) => ({ title, kind: kind === 'plain' ? 'text' : kind })),
    total: rows.total,
    statement: `copy (${inlined(exportQuery(columns, rows, true))}) to stdout`,
  }
}

function columnsOf({ list, columns }: Wanted, rows: ExportSelection) {
  const all = rows.columns ?? sources[list].columns
  return columns.flatMap((column) => all[column] ?? [])
}
