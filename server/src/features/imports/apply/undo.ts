import { sql } from 'kysely'
import { dropStaged, tablesOf } from '#features/imports/file/staging.ts'
import { detailMasters } from '#features/imports/plan/fields.ts'
import { groupKept } from '#features/imports/plan/problem-groups.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { insertEvents } from '#kernel/ledger/events.ts'
import { withinScope } from '#kernel/scope.ts'
import { changeMarked, inRange, type Range } from './merge.ts'
import { type OwnChanges, ownChanges, reasonsToKeep } from './own-changes.ts'
import { actorNow, advance, batch, completePlan, move, mustBeStaged, type Work } from './progress.ts'

const reason = 'Import undone'

const gone = (table: string, column: string) =>
  sql`not exists (select from ${sql.table(table)} as named where named.id = plan.${sql.ref(column)})`

const detailsGone = detailMasters.map(
  ({ name, table, column }) => sql`when ${sql.ref(`plan.old_${column}`)} is not null
    and ${gone(table, `old_${column}`)} then ${sql.lit(`${name}:gone`)}`,
)

/** Why the asset of a row cannot be changed back; null if it can. */
const reasonToStay = (actor: Actor, own: OwnChanges) => sql`case
  when (${withinScope(actor, 'assets')}) is not true then 'place:lost'
  when plan.action = 'new' then case when assets.version <> 1 then 'row:changed-since' end
  when assets.deleted_at is not null then 'row:deleted-since'
  when assets.version <> plan.version + 1 then 'row:changed-since'
  when ${gone('asset_names', 'old_name_id')} then 'assetName:gone'
  when ${gone('asset_states', 'old_state_id')} then 'assetState:gone'
  ${sql.join(detailsGone, sql` `)} ${reasonsToKeep(own)}
  when ${gone('places', 'old_place_id')} then 'place:gone'
  when not exists (select from places where id = plan.old_place_id and ${withinScope(actor, 'places')})
    then 'place:lost'
  when plan.rfid_tag is distinct from plan.old_rfid_tag and exists (select from assets other
    where upper(other.rfid_tag) = upper(plan.old_rfid_tag) and other.deleted_at is null and other.id <> plan.asset_id)
    then 'rfidTag:reused'
  when plan.rfid_tag is distinct from plan.old_rfid_tag
    and exists (select from void_tags where void_tags.tag = upper(plan.old_rfid_tag)) then 'rfidTag:void'
  end`

/** Marks the rows that have to stay with the reason, after their assets are locked. Returns how many there are. */
async function markKept(tx: Db, actor: Actor, id: Id, range: Range): Promise<number> {
  const { plan } = tablesOf(id)
  await sql`select count(*) from (select from assets where id in (
    select asset_id from ${plan} as plan where ${inRange(range)} and action in ('new', 'changed'))
    order by id for update) as locked`.execute(tx)
  const { numAffectedRows = 0n } = await sql`update ${plan} as kept set kept = judged.reason
    from (
      select plan.row, ${reasonToStay(actor, range.own)} as reason from ${plan} as plan join assets on assets.id = plan.asset_id
      where ${inRange(range)} and ((plan.action = 'new' and assets.deleted_at is null)
        or (plan.action = 'changed' and plan.applied))
    ) as judged
    where judged.row = kept.row and judged.reason is not null`.execute(tx)
  return Number(numAffectedRows)
}

/** Deletes the new assets of a range and changes the others back; counts both. */
async function undoRange(tx: Db, actor: Actor, id: Id, range: Range) {
  const { plan } = tablesOf(id)
  const kept = await markKept(tx, actor, id, range)
  const reverted = await changeMarked(tx, actor, id, range, 'back')
  const { numAffectedRows: binned = 0n } = await sql`with gone as (
      update assets set deleted_at = now(), deleted_by = ${actor.id}, delete_reason = ${reason}, version = assets.version + 1
      from ${plan} as plan where ${inRange(range)} and plan.action = 'new' and plan.kept is null
        and assets.id = plan.asset_id and assets.deleted_at is null
      returning assets.id, assets.place_id, assets.number, assets.name_id
    ), tags as (
      update asset_tags set detached_at = now(), detached_by = ${actor.id}, ending = 'deleted'
      from gone where asset_tags.asset_id = gone.id and asset_tags.detached_at is null
    )
    ${insertEvents({
      ...{ who: actor, action: 'asset.deleted', kind: 'asset', id: sql`id`, place: sql`place_id` },
      readableId: sql`asset_tag_id(number)`,
      name: sql`(select name from asset_names where asset_names.id = name_id)`,
      ...{ before: sql`'{"deleted": false}'`, after: sql`'{"deleted": true}'`, from: sql`gone` },
    })}`.execute(tx)
  return { kept, reverted, binned: Number(binned) }
}

/** From the last applied row back to the first, so that an interruption leaves a consistent remainder. */
export async function takeBack(work: Work, end: 'undone' | 'cancelled') {
  const { services, current, signal } = work
  const { db } = services
  const { id, status, appliedTo } = current
  if (appliedTo > 0) {
    await mustBeStaged(db, id)
    await completePlan(db, id)
  }
  for (let to = appliedTo; to > 0; to = Math.max(0, to - batch)) {
    const from = Math.max(0, to - batch)
    await inTransaction(db, async (tx) => {
      const set = { applied_to: from, done: sql`total - ${from}::bigint`, tries: 0 }
      await advance(tx, { ...current, appliedTo: to }, set)
      const actor = await actorNow(tx, current)
      const own = await ownChanges(tx, actor, current.columns)
      const { kept, reverted, binned } = await undoRange(tx, actor, id, { from, to, own })
      await sql`update imports set kept = kept + ${kept}, reverted = reverted + ${reverted},
        binned = binned + ${binned} where id = ${id}`.execute(tx)
    })
    if (signal.aborted) return
  }
  const problems = JSON.stringify(await problemsLeft(db, id))
  if (end === 'cancelled') await clearAway(work)
  await move(db, { id, status }, { status: end, finished_at: sql`now()`, problems })
}

/** The wrong rows stay wrong; rows that could not be undone join them. */
async function problemsLeft(db: Db, id: Id) {
  const query = db.selectFrom('imports').select(['problems', 'kept']).where('id', '=', id)
  const { problems, kept } = await query.executeTakeFirstOrThrow()
  const wrong = problems.filter(({ kind }) => kind === 'wrong')
  return kept > 0 ? [...(await groupKept(db, id)), ...wrong] : wrong
}

/** For a cancelled import only the rows that had to stay are kept, to show them. */
async function clearAway({ services: { db, files }, current: { id } }: Work) {
  const query = db.selectFrom('imports').select(['file', 'kept']).where('id', '=', id)
  const { file, kept } = await query.executeTakeFirstOrThrow()
  await files.imports.remove(file)
  if (kept === 0) await dropStaged(db, id)
}
