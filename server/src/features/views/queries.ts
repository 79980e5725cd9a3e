import type { ExportList } from '@ats/contract/exports.ts'
import type { SavedView, ViewSchedule } from '@ats/contract/views.ts'
import { type SqlBool, sql } from 'kysely'
import { listsSeenBy } from '#features/exports/exports.ts'
import { placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { containsWords } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { readMessage } from '#kernel/messages.ts'
import { withinScope } from '#kernel/scope.ts'

/** One's own views, and views of active people that are shared in a place in scope and whose list the actor may see. */
const isVisible = (
  actor: Actor,
) => sql<SqlBool>`(saved_views.user_id = ${actor.id} or users.deleted_at is null
  and places.id is not null and ${withinScope(actor, 'places')}
  and saved_views.list = any(${listsSeenBy(actor)}::text[]))`

const viewRows = (db: Db, actor: Actor) =>
  db
    .selectFrom('saved_views')
    .innerJoin('users', 'users.id', 'saved_views.user_id')
    .leftJoin('places', 'places.id', 'saved_views.place_id')
    .leftJoin('view_schedules as schedule', (join) =>
      join.onRef('schedule.view_id', '=', 'saved_views.id').on('saved_views.user_id', '=', actor.id),
    )
    .select([
      'saved_views.id',
      'saved_views.name',
      sql<ExportList>`saved_views.list`.as('list'),
      'saved_views.filter',
      'saved_views.version',
      sql<boolean>`saved_views.user_id = ${actor.id}`.as('mine'),
      'users.full_name as by',
      sql<SavedView['place']>`case when places.id is not null
        then json_build_object('id', places.id, 'path', ${placePath}) end`.as('place'),
      'schedule.every',
      'schedule.weekday',
      'schedule.month_day as monthDay',
      'schedule.hour',
      'schedule.zone',
      'schedule.format',
      'schedule.next_at as nextAt',
      'schedule.sent_at as sentAt',
      'schedule.refused',
    ])
    .where(isVisible(actor))

type ViewRow = Awaited<ReturnType<ReturnType<typeof viewRows>['executeTakeFirstOrThrow']>>

function toView({
  id,
  name,
  list,
  filter,
  version,
  mine,
  by,
  place,
  refused,
  ...schedule
}: ViewRow): SavedView {
  return {
    ...{ id, name, list, filter, version, mine, by, place },
    schedule: schedule.every === null ? null : { ...(schedule as ViewSchedule), ...readMessage(refused) },
  }
}

const mostListed = 200

export async function viewsSeenBy(
  db: Db,
  actor: Actor,
  { list, search }: { list?: ExportList | undefined; search: string },
): Promise<SavedView[]> {
  const rows = await viewRows(db, actor)
    .$if(list !== undefined, (query) => query.where('saved_views.list', '=', list as string))
    .$if(search !== '', (query) => query.where(containsWords(sql`saved_views.name`, search)))
    .orderBy(sql`lower(saved_views.name)`)
    .orderBy('saved_views.id')
    .limit(mostListed)
    .execute()
  return rows.map(toView)
}

export async function viewById(db: Db, actor: Actor, id: Id): Promise<SavedView | undefined> {
  const row = await viewRows(db, actor).where('saved_views.id', '=', id).executeTakeFirst()
  return row && toView(row)
}
