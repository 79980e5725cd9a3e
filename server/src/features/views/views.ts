import { exportColumns } from '@ats/contract/exports.ts'
import type { NewSchedule, NewView, SavedView, ViewChange } from '@ats/contract/views.ts'
import { sql } from 'kysely'
import { columnsChosen, mustSeeList, resolveRows } from '#features/exports/exports.ts'
import { placeChosen } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { mustBeVersion, plainFields, raiseVersion } from '#kernel/db/versions.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { difference, record } from '#kernel/ledger/events.ts'
import { viewById } from './queries.ts'

const mostViews = 100

const nameTaken = { saved_views_name: () => invalid('name', 'view-name-taken') }

export async function createView(tx: Db, actor: Actor, zone: string, wanted: NewView) {
  const { name, list, filter, placeId } = wanted
  mustSeeList(actor, list)
  const columns = await columnsChosen(tx, actor, {
    list,
    columns: wanted.columns ?? [...exportColumns[list]],
  })
  await resolveRows(tx, actor, { list, filter }, zone)
  if (placeId !== null) await placeChosen(tx, actor, placeId)
  await mustHaveRoom(tx, actor)
  const values = { user_id: actor.id, name, list, columns, place_id: placeId }
  const insert = tx.insertInto('saved_views').values({ ...values, filter: JSON.stringify(filter) })
  const { id } = await refusing(insert.returning('id').executeTakeFirstOrThrow(), nameTaken)
  const view = found(await viewById(tx, actor, id), 'view-not-found')
  await record(tx, actor, {
    action: 'saved-view.created',
    kind: 'saved-view',
    id,
    name,
    after: factsOf(view),
  })
  return view
}

async function mustHaveRoom(tx: Db, { id }: Actor) {
  const { count } = await tx
    .selectFrom('saved_views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  if (count >= mostViews) throw new Problem('views-too-many', { most: mostViews })
}

/** What the ledger stores about a view. */
const factsOf = ({ name, list, filter, place, schedule }: SavedView) => ({
  ...{ name, list, filter, place: place?.path ?? null },
  mailed: schedule && `${schedule.every}, ${schedule.hour}:00 ${schedule.zone}, ${schedule.format}`,
})

async function ownView(tx: Db, actor: Actor, id: Id) {
  const view = found(await viewById(tx, actor, id), 'view-not-found')
  if (!view.mine) throw new Problem('forbidden')
  return view
}

export async function changeView(tx: Db, actor: Actor, zone: string, id: Id, change: ViewChange) {
  const before = await ownView(tx, actor, id)
  await mustBeVersion(tx, { kind: 'saved-view', id }, change.version, async () => {
    const { place, schedule, ...view } = await ownView(tx, actor, id)
    return {
      ...plainFields({ name: view.name, filter: view.filter }),
      placeId: { value: place?.id ?? null, text: place?.path ?? null, fact: 'place' },
      schedule: { value: schedule, fact: 'mailed' },
    }
  })
  const { name, filter, columns, placeId, schedule } = change
  if (filter !== undefined || columns !== undefined) {
    mustSeeList(actor, before.list)
    await resolveRows(tx, actor, { list: before.list, filter: filter ?? before.filter }, zone)
  }
  if (typeof placeId === 'string') await placeChosen(tx, actor, placeId)
  const values = {
    ...(name !== undefined && { name }),
    ...(filter !== undefined && { filter: JSON.stringify(filter) }),
    ...(columns !== undefined && { columns: await columnsChosen(tx, actor, { list: before.list, columns }) }),
    ...(placeId !== undefined && { place_id: placeId }),
  }
  if (Object.keys(values).length > 0)
    await refusing(tx.updateTable('saved_views').set(values).where('id', '=', id).execute(), nameTaken)
  if (schedule !== undefined) {
    await setSchedule(tx, id, schedule)
    await raiseVersion(tx, 'saved_views', id)
  }
  const view = found(await viewById(tx, actor, id), 'view-not-found')
  const changes = difference(factsOf(before), factsOf(view))
  if (changes !== undefined)
    await record(tx, actor, {
      ...{ action: 'saved-view.changed', kind: 'saved-view', id, name: view.name, version: view.version },
      ...changes,
    })
  return view
}

/** An earlier due time is dropped: the next email comes at the newly chosen time. */
async function setSchedule(tx: Db, id: Id, schedule: NewSchedule | null) {
  await tx.deleteFrom('view_schedules').where('view_id', '=', id).execute()
  if (schedule === null) return
  const { every, weekday, monthDay, hour, zone, format } = schedule
  const known = await sql`select from pg_timezone_names where lower(name) = lower(${zone})`.execute(tx)
  if (known.rows.length === 0) throw invalid('schedule.zone', 'view-time-zone-unknown')
  await tx
    .insertInto('view_schedules')
    .values({
      ...{ view_id: id, every, weekday, month_day: monthDay, hour, zone, format },
      next_at: sql`next_view_mail(${every}, ${weekday}, ${monthDay}, ${hour}, ${zone}, now())`,
    })
    .execute()
}

export async function deleteView(tx: Db, actor: Actor, id: Id) {
  const view = await ownView(tx, actor, id)
  await tx.deleteFrom('saved_views').where('id', '=', id).execute()
  await record(tx, actor, {
    ...{ action: 'saved-view.deleted', kind: 'saved-view', id, name: view.name },
    before: factsOf(view),
  })
}
