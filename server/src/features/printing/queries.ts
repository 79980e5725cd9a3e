import type { PrintJob, PrintLabel, PrintLabelFilter } from '@ats/contract/print-jobs.ts'
import type { Printer } from '@ats/contract/printers.ts'
import { type RawBuilder, sql } from 'kysely'
import { assetTagIdOf } from '#features/assets/assets.ts'
import { placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { boundedPage } from '#kernel/db/paging.ts'
import { found } from '#kernel/http/problem.ts'
import { readMessage } from '#kernel/messages.ts'
import { withinScope } from '#kernel/scope.ts'

const printerRows = (db: Db, actor: Actor) =>
  db
    .selectFrom('printers')
    .leftJoin('places', 'places.id', 'printers.place_id')
    .select([
      ...([
        'printers.id',
        'printers.name',
        'host',
        'port',
        'dpi',
        'printers.version',
        'place_id as placeId',
      ] as const),
      placePath.as('placePath'),
      sql<boolean>`retired_at is not null`.as('retired'),
      fullNameOf('printers.created_by').as('createdBy'),
      'printers.created_at as createdAt',
    ])
    .where(sql<boolean>`(printers.place_id is null or ${withinScope(actor, 'places')})`)

type Row = Awaited<ReturnType<ReturnType<typeof printerRows>['executeTakeFirstOrThrow']>>

const shownPrinter = ({ placeId, placePath: path, ...row }: Row): Printer => ({
  ...row,
  place: placeId === null ? null : { id: placeId, path: path ?? '' },
})

/** The printers that somebody may use: those of everybody, and those of places in scope. */
export async function printersSeenBy(db: Db, actor: Actor): Promise<Printer[]> {
  const rows = await printerRows(db, actor)
    .orderBy(sql`lower(printers.name)`)
    .orderBy('printers.id')
    .execute()
  return rows.map(shownPrinter)
}

export async function printerById(db: Db, actor: Actor, id: Id): Promise<Printer> {
  const row = await printerRows(db, actor).where('printers.id', '=', id).executeTakeFirst()
  return shownPrinter(found(row, 'printer-not-found'))
}

const mostListed = 50

/** People see only their own jobs. */
const jobRows = (db: Db, actor: Actor) =>
  db
    .selectFrom('print_jobs')
    .leftJoin('printers', 'printers.id', 'printer_id')
    .select([
      ...([
        'print_jobs.id',
        'design',
        'print_jobs.dpi',
        'series_id as seriesId',
        'status',
        'trouble',
      ] as const),
      ...([
        'message',
        'total',
        'printed',
        'skipped',
        'voided',
        'print_jobs.created_at as createdAt',
      ] as const),
      ...(['finished_at as finishedAt', 'printer_id as printerId', 'printers.name as printerName'] as const),
    ])
    .where('user_id', '=', actor.id)

type JobRow = Awaited<ReturnType<ReturnType<typeof jobRows>['executeTakeFirstOrThrow']>>

const shownJob = ({ printerId, printerName, message, ...row }: JobRow): PrintJob => ({
  ...{ ...row, ...readMessage(message) },
  printer: printerId === null ? null : { id: printerId, name: printerName ?? '' },
})

export const newestPrintJobs = async (db: Db, actor: Actor): Promise<PrintJob[]> =>
  (await jobRows(db, actor).orderBy('print_jobs.id', 'desc').limit(mostListed).execute()).map(shownJob)

export async function printJobById(db: Db, actor: Actor, id: Id): Promise<PrintJob> {
  const row = await jobRows(db, actor).where('print_jobs.id', '=', id).executeTakeFirst()
  return shownJob(found(row, 'print-job-not-found'))
}

/** The id of the asset or the name of the place, where the caller sees it. */
const shownText = (actor: Actor): RawBuilder<string | null> => sql`case when asset_id is not null
  then (select number::text from assets where assets.id = asset_id and ${withinScope(actor, 'assets')})
  else (select name from places where places.id = print_labels.place_id and ${withinScope(actor, 'places')}) end`

export async function labelPage(
  db: Db,
  actor: Actor,
  jobId: Id,
  { labelState: state, ...page }: PrintLabelFilter,
) {
  const { total: all } = await printJobById(db, actor, jobId)
  // Numbers are reserved in advance, which is of no interest to people.
  const states = state === undefined ? undefined : state === 'waiting' ? ['waiting', 'ready'] : [state]
  const matches = sql<boolean>`job_id = ${jobId}
    and ${states === undefined ? sql`true` : sql`state = any(${states}::text[])`}`
  const rows = db
    .selectFrom('print_labels')
    .select([
      ...(['position', 'asset_id as assetId', 'place_id as placeId', 'tag', 'message', 'at'] as const),
      sql<PrintLabel['state']>`case state when 'ready' then 'waiting' else state end`.as('state'),
      shownText(actor).as('text'),
    ])
    .where(matches)
  const order = {
    name: 'position',
    by: sql<string>`position`,
    id: sql<string>`position`,
    direction: 'asc' as const,
  }
  const total = state === undefined ? all : await countOf(db, matches)
  const { rows: found, ...rest } = await boundedPage(rows, order, page, total)
  const labels = found.map(({ sortKey: _key, sortId: _id, message, text, ...row }): PrintLabel => {
    const shown = text !== null && row.assetId !== null ? assetTagIdOf(Number(text)) : text
    return { ...row, text: shown, ...readMessage(message) }
  })
  return { labels, ...rest }
}

async function countOf(db: Db, matches: RawBuilder<boolean>) {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from print_labels where ${matches}`.execute(db)
  return rows[0]?.count ?? 0
}
