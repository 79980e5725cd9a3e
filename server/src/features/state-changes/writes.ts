import type { StateChangeStatus } from '@ats/contract/state-changes.ts'
import { sql } from 'kysely'
import type { Pictures } from '#features/assets/assets.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { insertEvents } from '#kernel/ledger/events.ts'

// Each of these is one statement for any number of requests.

type Request = { to: Id; reason: string; pictures: Pictures | undefined }

/** The new requests by their assets. */
export async function insertRequests(
  tx: Db,
  actor: Actor,
  assetIds: readonly Id[],
  { to, reason, pictures }: Request,
) {
  const { rows } = await sql<{ id: Id; assetId: Id }>`
    insert into state_changes
      (asset_id, asset_version, from_state_id, to_state_id, reason, image, thumbnail, created_by)
    select id, version, state_id, ${to}, ${reason}, ${pictures?.image ?? null}, ${pictures?.thumbnail ?? null}, ${actor.id}
    from assets where id = any(${assetIds}::uuid[]) order by id
    returning id, asset_id as "assetId"`.execute(tx)
  return new Map(rows.map(({ id, assetId }) => [assetId, id]))
}

/** Stores the version of the asset; for an accepted request, the version that the asset is about to get. */
export const close = (tx: Db, actor: Actor, ids: readonly Id[], status: StateChangeStatus, note: string) =>
  sql`update state_changes set status = ${status}, decided_by = ${actor.id}, decided_at = now(), note = ${note || null},
      asset_version = assets.version + ${status === 'accepted' ? 1 : 0}
    from assets where state_changes.id = any(${ids}::uuid[]) and assets.id = state_changes.asset_id`.execute(
    tx,
  )

/** Called before the assets change back, so that it stores the version that they will have. */
export const openAgain = (tx: Db, ids: readonly Id[]) =>
  sql`update state_changes set decided_by = null, decided_at = null, note = null,
      asset_version = asset_version + (status = 'accepted')::int, status = 'pending'
    where id = any(${ids}::uuid[])`.execute(tx)

/** Moves the assets of requests from one of the request's states to the other, like an edit, with ledger entries. */
export async function setAssetStates(
  tx: Db,
  actor: Actor,
  ids: readonly Id[],
  { from, to }: Record<'from' | 'to', 'from' | 'to'>,
) {
  const [before, after] = [sql.ref(`state_changes.${from}_state_id`), sql.ref(`state_changes.${to}_state_id`)]
  await sql`update assets set state_id = ${after}, version = assets.version + 1
    from state_changes where state_changes.id = any(${ids}::uuid[]) and assets.id = state_changes.asset_id`.execute(
    tx,
  )
  await insertEvents({
    ...{
      who: actor,
      action: 'asset.changed',
      kind: 'asset',
      id: sql`assets.id`,
      place: sql`assets.place_id`,
    },
    ...{ readableId: sql`asset_tag_id(assets.number)`, name: sql`asset_names.name` },
    before: sql`jsonb_build_object('assetState', old_state.name, 'stateId', old_state.id)`,
    after: sql`jsonb_build_object('assetState', new_state.name, 'stateId', new_state.id)`,
    from: sql`state_changes join assets on assets.id = state_changes.asset_id
      join asset_names on asset_names.id = assets.name_id
      join asset_states as old_state on old_state.id = ${before}
      join asset_states as new_state on new_state.id = ${after}
      where state_changes.id = any(${ids}::uuid[]) order by assets.id`,
  }).execute(tx)
}

export const recordChanges = (tx: Db, actor: Actor, action: string, ids: readonly Id[]) =>
  sql`select record_state_changes(${action}, ${ids}::uuid[], ${actor.id}, ${actor.requestId})`.execute(tx)
