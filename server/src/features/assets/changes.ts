import type { OwnValue } from '@ats/contract/own-fields/types.ts'
import type { RecordAction } from '@ats/contract/record-kinds.ts'
import { sql, type UpdateObject } from 'kysely'
import type { Actor, Who } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'
import { difference, recordAll } from '#kernel/ledger/events.ts'
import { facts } from './facts.ts'
import { type AssetRow, assetsWithIds, assetTagIdOf } from './queries.ts'

export type AssetColumns = UpdateObject<Tables, 'assets'>

/** The asset's fields of a ledger entry: its name and its place. */
export const lineAbout = (row: AssetRow) => ({
  kind: 'asset' as const,
  id: row.id,
  place: row.placeId,
  readableId: assetTagIdOf(row.number),
  name: row.assetName,
  version: row.version,
})

const tagInUse = () => new Problem('tag-in-use', {}, { fields: { rfidTag: { code: 'tag-in-use' } } })
const tagIsVoid = () => new Problem('tag-is-void', {}, { fields: { rfidTag: { code: 'tag-is-void' } } })
export const refusals = {
  asset_tags_not_void: tagIsVoid,
  assets_live_tag: tagInUse,
  asset_tags_one_asset_each: tagInUse,
  assets_place_id_fkey: () => invalid('placeId', 'place-unknown'),
}

/** True for rows that do not hold all of these values yet. */
const differsFrom = (columns: AssetColumns) =>
  sql<boolean>`(${sql.join(
    Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} is distinct from ${value}`),
    sql` or `,
  )})`

/**
 * Changes many assets in one statement, and writes a ledger entry for each asset that really differs. An
 * asset that already has these values keeps its version, and thus its pending requests.
 */
export async function changeAssets(
  tx: Db,
  actor: Actor,
  action: RecordAction,
  before: AssetRow[],
  columns: AssetColumns,
) {
  if (Object.keys(columns).length === 0) return before
  const ids = before.map(({ id }) => id)
  const update = tx
    .updateTable('assets')
    .set({ ...columns, version: sql<number>`version + 1` })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(differsFrom(columns))
  await refusing(update.execute(), refusals)
  return recordChanges(tx, actor, action, before)
}

/** Writes a ledger entry for each asset that changed; returns the assets as they are now. */
export async function recordChanges(tx: Db, who: Who, action: RecordAction, before: AssetRow[]) {
  const after = await assetsWithIds(
    tx,
    before.map(({ id }) => id),
  )
  const earlier = new Map(before.map((row) => [row.id, row]))
  const events = after.flatMap((row) => {
    const was = earlier.get(row.id) ?? row
    const changes = difference(facts(was), facts(row))
    const fromPlace = was.placeId === row.placeId ? null : was.placeId
    return changes === undefined ? [] : [{ action, ...lineAbout(row), fromPlace, ...changes }]
  })
  await recordAll(tx, who, events)
  return after
}

/** Moves each asset to its own new place, in one statement. */
export async function placeAssets(tx: Db, actor: Actor, before: AssetRow[], placeOf: ReadonlyMap<Id, Id>) {
  const ids = before.map(({ id }) => id)
  const update = sql`update assets set place_id = going.place_id, version = version + 1
    from unnest(${ids}::uuid[], ${ids.map((id) => placeOf.get(id))}::uuid[]) as going (id, place_id)
    where assets.id = going.id`
  await refusing(update.execute(tx), refusals)
  await recordChanges(tx, actor, 'asset.changed', before)
}

export type Holder = { id: Id | null; name: string | null }

/** Assigns each asset to its own person, in one statement. */
export async function assignAssets(
  tx: Db,
  actor: Actor,
  before: AssetRow[],
  holderOf: ReadonlyMap<Id, Holder>,
) {
  const ids = before.map(({ id }) => id)
  const holders = ids.map((id) => holderOf.get(id))
  const update = sql`update assets set assigned_user_id = given.holder, assigned_name = given.name, version = version + 1
    from unnest(${ids}::uuid[], ${holders.map((one) => one?.id ?? null)}::uuid[],
      ${holders.map((one) => one?.name ?? null)}::text[]) as given (id, holder, name)
    where assets.id = given.id`
  await refusing(update.execute(tx), refusals)
  await recordChanges(tx, actor, 'asset.changed', before)
}

type OwnChange = { row: AssetRow; key: string; from: OwnValue | null }

/** Sets or clears one field of the organisation of each asset, each to its own value, in one statement. */
export async function setOwnValues(tx: Db, who: Who, changes: readonly OwnChange[]) {
  const column = <T>(read: (change: OwnChange) => T) => changes.map(read)
  await sql`update assets set version = version + 1,
      fields = case when given.value is null then fields - given.key else fields || jsonb_build_object(given.key, given.value) end
    from unnest(${column(({ row }) => row.id)}::uuid[], ${column(({ key }) => key)}::text[],
      ${column(({ from }) => (from === null ? null : JSON.stringify(from)))}::jsonb[]) as given (id, key, value)
    where assets.id = given.id`.execute(tx)
  await recordChanges(
    tx,
    who,
    'asset.changed',
    column(({ row }) => row),
  )
}

export async function attachTags(tx: Db, actor: Actor, attached: readonly { assetId: Id; tag: string }[]) {
  if (attached.length === 0) return
  const insert = sql`insert into asset_tags (asset_id, rfid_tag, attached_by)
    select asset_id, tag, ${actor.id} from unnest(${attached.map(({ assetId }) => assetId)}::uuid[],
      ${attached.map(({ tag }) => tag)}::text[]) as attached (asset_id, tag)`
  await refusing(insert.execute(tx), refusals)
}
