import type { ExportList } from '@ats/contract/exports.ts'
import { sql } from 'kysely'
import { insertExport, mustSeeList, reachOf, type WriteScheduled } from '#features/exports/exports.ts'
import { actorOf } from '#features/identity/identity.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { JobBusy, type JobHandler, oneAtATime } from '#kernel/jobs/jobs.ts'
import { record } from '#kernel/ledger/events.ts'
import { storedMessage } from '#kernel/messages.ts'
import type { Services } from '#kernel/services.ts'
import { attachmentName, fileMail, refusalMail } from './mail-texts.ts'

/** A view is due only once, however long the worker was down. Without a mail server the due time just passes. */
export const enqueueDueViews =
  ({ db, jobs, sendMail }: Services): JobHandler =>
  () =>
    inTransaction(db, async (tx) => {
      const { rows } = await sql<{ id: Id }>`
        update view_schedules set due_at = ${sendMail === undefined ? null : sql`next_at`},
          next_at = next_view_mail(every, weekday, month_day, hour, zone, now())
        where next_at <= now() returning view_id as id`.execute(tx)
      if (sendMail !== undefined)
        await jobs.enqueueAll(
          tx,
          'view-mails',
          rows.map(({ id }) => id),
        )
    })

/** Sends a due view once, however many attempts there are, with what its owner may see at that moment. */
export const sendViewMail =
  (services: Services, write: WriteScheduled): JobHandler =>
  (id, signal) =>
    oneAtATime(services.db, id, () => send(services, write, id, signal))

const dueView = (db: Db, id: Id) =>
  db
    .selectFrom('view_schedules as schedule')
    .innerJoin('saved_views', 'saved_views.id', 'schedule.view_id')
    .innerJoin('users', 'users.id', 'saved_views.user_id')
    .select([
      ...(['saved_views.id', 'saved_views.name', 'saved_views.filter', 'saved_views.columns'] as const),
      ...(['users.id as userId', 'users.name as person', 'users.email'] as const),
      ...(['schedule.every', 'schedule.weekday', 'schedule.month_day as monthDay'] as const),
      ...(['schedule.hour', 'schedule.zone', 'schedule.format', 'schedule.export_id as exportId'] as const),
      sql<ExportList>`saved_views.list`.as('list'),
      sql<string>`to_char(schedule.due_at at time zone schedule.zone, 'YYYY-MM-DD HH24:MI')`.as('dueOn'),
    ])
    .where('schedule.view_id', '=', id)
    .where('schedule.due_at', 'is not', null)
    .executeTakeFirst()

type DueView = NonNullable<Awaited<ReturnType<typeof dueView>>>

async function send(services: Services, write: WriteScheduled, id: Id, signal: AbortSignal) {
  const { db, config } = services
  const view = await dueView(db, id)
  if (view === undefined) return
  const owner = await ownerOf(db, view)
  if (owner === undefined) return void (await settle(db, id))
  try {
    const exportId = await exportFor(services, owner, view)
    const file = await write(owner, exportId, config.mailAttachmentBytes, signal)
    const now = await ownerOf(db, view)
    if (now === undefined || reachOf(now) !== reachOf(owner)) {
      await db.updateTable('view_schedules').set({ export_id: null }).where('view_id', '=', id).execute()
      throw new JobBusy('What the owner may see has changed.')
    }
    const name = attachmentName(view.name, file.name)
    const attachments = file.content === undefined ? [] : [{ filename: name, content: file.content }]
    await deliver(services, owner, view, { ...fileMail(view, file, config.origin), attachments }, file.rows)
  } catch (error) {
    // The queue retries temporary failures.
    if (!(error instanceof Problem) || error.status >= 500) throw error
    await refuse(services, view, error)
  }
}

const ownerOf = (db: Db, { id, userId }: DueView) => actorOf(db, userId, `view ${id}`)

/**
 * The export that an earlier attempt started, or a new one. A cancelled export is not written again for the
 * same due time.
 */
async function exportFor({ db, config }: Services, owner: Actor, view: DueView) {
  const { list, format, filter, columns } = view
  mustSeeScreen(owner, list)
  const begun = await db
    .selectFrom('exports')
    .select(['id', 'status'])
    .where('id', '=', view.exportId)
    .where(({ or, eb }) =>
      or([
        eb('status', 'in', ['waiting', 'writing', 'cancelled']),
        eb('status', '=', 'ready').and(eb(sql`coalesce(reach, ${reachOf(owner)})`, '=', reachOf(owner))),
      ]),
    )
    .executeTakeFirst()
  if (begun?.status === 'cancelled') throw new Problem('export-cancelled')
  if (begun !== undefined) return begun.id
  return inTransaction(db, async (tx) => {
    const wish = { list, format, filter, columns }
    const id = await insertExport(tx, owner, wish, { zone: config.timeZone, scheduled: true })
    await tx.updateTable('view_schedules').set({ export_id: id }).where('view_id', '=', view.id).execute()
    return id
  })
}

function mustSeeScreen(owner: Actor, list: ExportList) {
  try {
    mustSeeList(owner, list)
  } catch {
    throw new Problem('view-screen-lost')
  }
}

/** Clears the due time; returns the error of the previous email, or undefined if nothing was due. */
async function settle(tx: Db, id: Id, values: { sent_at?: string; refused?: string | null } = {}) {
  const before = await tx
    .selectFrom('view_schedules')
    .select('refused')
    .where('view_id', '=', id)
    .where('due_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (before === undefined) return undefined
  await tx
    .updateTable('view_schedules')
    .set({ due_at: null, export_id: null, ...values })
    .where('view_id', '=', id)
    .execute()
  return before
}

type MailContent = Omit<Parameters<NonNullable<Services['sendMail']>>[0], 'to'>

/** Sent before the commit of the mark: if sending fails, the view stays due. */
async function deliver(
  { db, sendMail }: Services,
  owner: Actor,
  { id, name, email, list, format }: DueView,
  content: MailContent,
  rows: number | null,
) {
  await db.transaction().execute(async (tx) => {
    const settled = await settle(tx, id, { sent_at: new Date().toISOString(), refused: null })
    if (settled === undefined) return
    const after = { list, format, rows }
    await record(tx, owner, { action: 'saved-view.mailed', kind: 'saved-view', id, name, after })
    await sendMail?.({ to: email, ...content })
  })
}

/** Notifies the owner the first time, but not about a file that they cancelled. */
async function refuse({ db, sendMail, config }: Services, view: DueView, { reason }: Problem) {
  await db.transaction().execute(async (tx) => {
    const before = await settle(tx, view.id, { refused: storedMessage(reason) })
    if (before === undefined || before.refused !== null || reason.code === 'export-cancelled') return
    await sendMail?.({ to: view.email, ...refusalMail(view, reason, config.origin) })
  })
}
