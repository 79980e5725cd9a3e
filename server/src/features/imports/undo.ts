import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db.ts'
import { changeMarked, type Range } from './merge.ts'
import { tablesOf } from './staging.ts'

const reason = 'Import undone'

/** How many of the assets of an import were changed, deleted or lost their old tag to another since. */
export async function touchedSince(db: Db, id: Id, appliedTo: number): Promise<number> {
  const { plan } = tablesOf(id)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${plan} as plan join assets on assets.id = plan.asset_id
    where plan.row <= ${appliedTo} and (
      (plan.action = 'new' and (assets.version <> 1 or assets.deleted_at is not null))
      or (plan.action = 'changed' and plan.applied and (
        assets.version <> plan.version + 1 or assets.deleted_at is not null
        or (plan.rfid_tag is distinct from plan.old_rfid_tag and exists (select from assets other
          where upper(other.rfid_tag) = upper(plan.old_rfid_tag) and other.deleted_at is null
            and other.id <> plan.asset_id)))))`.execute(db)
  return rows[0]?.count ?? 0
}

/** The new assets of a stretch go into the bin, the changed ones become what they were. What was touched since stays. */
export async function undoRange(tx: Db, actor: Actor, id: Id, range: Range) {
  const { plan } = tablesOf(id)
  const within = sql`plan.row > ${range.from} and plan.row <= ${range.to}`
  await sql`select count(*) from (select from assets where id in (
    select asset_id from ${plan} as plan where ${within} and action in ('new', 'changed'))
    order by id for update) as locked`.execute(tx)
  await sql`update ${plan} as plan set applied = false from assets
    where ${within} and plan.action = 'changed' and plan.applied and assets.id = plan.asset_id
      and (assets.version <> plan.version + 1 or assets.deleted_at is not null)`.execute(tx)
  await changeMarked(tx, actor, id, range, 'back')
  await sql`with gone as (
      update assets set deleted_at = now(), deleted_by = ${actor.id}, delete_reason = ${reason}, version = assets.version + 1
      from ${plan} as plan where ${within} and plan.action = 'new' and assets.id = plan.asset_id
        and assets.version = 1 and assets.deleted_at is null
      returning assets.id, assets.place_id
    ), tags as (
      update asset_tags set detached_at = now(), detached_by = ${actor.id}, ending = 'deleted'
      from gone where asset_tags.asset_id = gone.id and asset_tags.detached_at is null
    )
    insert into events (actor_id, action, record_kind, record_id, place_id, before, after, request_id)
    select ${actor.id}::uuid, 'asset.deleted', 'asset', id, place_id, '{"deleted": false}', '{"deleted": true}',
      ${actor.requestId} from gone`.execute(tx)
}
