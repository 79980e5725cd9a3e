import { factOf, idFactOf } from '@ats/contract/assets/fields.ts'
import { sql } from 'kysely'
import { tablesOf } from '#features/imports/file/staging.ts'
import { plannedOf } from '#features/imports/plan/check.ts'
import { detailMasters, detailsOfSide, newNames } from '#features/imports/plan/fields.ts'
import { createMasters } from '#features/imports/plan/new-masters.ts'
import { reserveTags } from '#features/tag-series/tag-series.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { insertEvents } from '#kernel/ledger/events.ts'
import { withinScope } from '#kernel/scope.ts'
import { lostToImport, newOwnFacts, type OwnChanges, ownFacts, ownStillThere } from './own-changes.ts'

/** Rows of a plan that are changed in one transaction. */
export type Range = { from: number; to: number; own: OwnChanges; seriesId?: Id | undefined }

/**
 * What the ledger stores about an asset, names and ids, from the columns of a plan; `named` joins the tables
 * with the names.
 */
const facts = (prefix: '' | 'old_') => {
  const value = (column: string) => sql`plan.${sql.ref(`${prefix}${column}`)}`
  const name = (table: string) => sql`${sql.ref(`${prefix}${table}`)}.name`
  return sql`jsonb_build_object('rfidTag', ${value('rfid_tag')}, 'assetName', ${name('asset_name')},
    'nameId', ${value('name_id')}, 'assetState', ${name('asset_state')}, 'stateId', ${value('state_id')},
    'assignedUser', ${value('assigned_name')}, 'assignedUserId', ${value('assigned_user_id')},
    'place', ${sql.ref(`${prefix}place`)}.path, 'placeId', ${value('place_id')},
    ${sql.join(detailsOfSide({ value, nameOf: ({ alias }) => name(alias) }, factOf))},
    ${sql.join(detailMasters.map(({ name: field, column }) => sql`${sql.lit(idFactOf(field))}, ${value(column)}`))})`
}

const expectation = (prefix: '' | 'old_') =>
  sql`jsonb_build_object('tagExpected', plan.${sql.ref(`${prefix}tag_expected`)})`

const named = (id: Id, prefix: '' | 'old_') => {
  const join = (table: string, alias: string, column: string) =>
    sql`left join ${sql.table(table)} as ${sql.ref(`${prefix}${alias}`)}
      on ${sql.ref(`${prefix}${alias}`)}.id = plan.${sql.ref(`${prefix}${column}`)}`
  return sql.join(
    [
      join('asset_names', 'asset_name', 'name_id'),
      join('asset_states', 'asset_state', 'state_id'),
      ...detailMasters.map(({ table, alias, column }) => join(table, alias, column)),
      sql`left join ${tablesOf(id).places} as ${sql.ref(`${prefix}place`)}
        on ${sql.ref(`${prefix}place`)}.id = plan.${sql.ref(`${prefix}place_id`)}`,
    ],
    sql` `,
  )
}

export const inRange = ({ from, to }: Pick<Range, 'from' | 'to'>) =>
  sql`plan.row > ${from} and plan.row <= ${to}`

const detailsStillThere = sql.join(
  detailMasters.map(({ table, column }) => {
    const id = sql.ref(`plan.${column}`)
    return sql`(${id} is null or exists (select from ${sql.table(table)} where id = ${id}))`
  }),
  sql` and `,
)

/**
 * The records that the row refers to still exist and are in scope. Locks make concurrent deletions wait, and
 * this waits for them.
 */
const stillThere = (
  actor: Actor,
  own: OwnChanges,
) => sql`exists (select from asset_names where id = plan.name_id)
  and exists (select from asset_states where id = plan.state_id)
  and ${detailsStillThere}
  and exists (select from places where id = plan.place_id and ${withinScope(actor, 'places')})
  and not exists (select from void_tags where void_tags.tag = upper(plan.rfid_tag))
  ${ownStillThere(actor, own)}`

const tagIsFree = sql`not exists (select from assets other
  where upper(other.rfid_tag) = upper(plan.rfid_tag) and other.deleted_at is null and other.id <> plan.asset_id)`

const plannedIn = ({ own }: Range) => plannedOf(own.keys.length > 0)

/** The new assets without a tag expect the next numbers of the series. */
async function reserveNumbers(tx: Db, actor: Actor, id: Id, range: Range) {
  if (range.seriesId === undefined) return
  const { plan } = tablesOf(id)
  const untagged = sql`${inRange(range)} and plan.action = 'new' and plan.tag_expected`
  const { rows } = await sql<{
    row: number
  }>`select row from ${plan} as plan where ${untagged} order by row`.execute(tx)
  if (rows.length === 0) return
  const tags = await reserveTags(tx, actor, range.seriesId, rows.length)
  await sql`update ${plan} as plan set rfid_tag = reserved.tag
    from unnest(${rows.map(({ row }) => row)}::int[], ${tags}::text[]) as reserved (row, tag)
    where plan.row = reserved.row`.execute(tx)
}

/** Registers the new assets; one whose tag was taken in the meantime is skipped. Returns how many were registered. */
async function insertNew(tx: Db, actor: Actor, id: Id, range: Range): Promise<number> {
  const { plan } = tablesOf(id)
  const planned = plannedIn(range)
  const { rows } = await sql<{ count: number }>`
    with fresh as (
      insert into assets (id, ${sql.join(planned.map((column) => sql.ref(column)))}, created_by, city_id, mm_id, property_id, aou_id)
      select plan.asset_id, ${sql.join(planned.map((column) => sql`plan.${sql.ref(column)}`))}, ${actor.id}::uuid,
        place.city_id, place.mm_id, place.property_id, place.aou_id
      from ${plan} as plan join places as place on place.id = plan.place_id
      where ${inRange(range)} and plan.action = 'new' and ${stillThere(actor, range.own)}
      order by plan.row
      on conflict do nothing
      returning id, rfid_tag, number
    ), tags as (
      insert into asset_tags (asset_id, rfid_tag, attached_by) select id, rfid_tag, ${actor.id}::uuid from fresh
    ), told as (
      ${insertEvents({
        ...{ who: actor, action: 'asset.registered', kind: 'asset' },
        ...{ id: sql`plan.asset_id`, place: sql`plan.place_id` },
        ...{ readableId: sql`asset_tag_id(fresh.number)`, name: sql`asset_name.name` },
        after: sql`${facts('')} || '{"image": null, "deleted": false}'
          || case when plan.tag_expected then '{"tagExpected": true}'::jsonb else '{}' end${newOwnFacts(range.own)}`,
        from: sql`${plan} as plan join fresh on fresh.id = plan.asset_id ${named(id, '')}
          where ${inRange(range)}
          order by plan.row`,
      })}
    )
    select count(*) as count from fresh`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Locks the assets that are unchanged since the check, and marks their rows. Returns how many there are. */
async function takeUnchanged(tx: Db, actor: Actor, id: Id, range: Range): Promise<number> {
  const { plan } = tablesOf(id)
  await sql`select count(*) from (select from assets
    where id in (select asset_id from ${plan} as plan where ${inRange(range)} and action = 'changed')
    order by id for update) as locked`.execute(tx)
  const { numAffectedRows = 0n } = await sql`update ${plan} as plan set applied = true
    from assets where assets.id = plan.asset_id and ${inRange(range)} and plan.action = 'changed'
      and assets.version = plan.version and assets.deleted_at is null and ${withinScope(actor, 'assets')}
      and ${stillThere(actor, range.own)} and ${tagIsFree}`.execute(tx)
  return Number(numAffectedRows)
}

/**
 * Changes the assets of the marked rows, to the file's values or back to the previous ones, except those that
 * stay. Returns how many.
 */
export async function changeMarked(
  tx: Db,
  actor: Actor,
  id: Id,
  range: Range,
  way: 'forward' | 'back',
): Promise<number> {
  const { plan } = tablesOf(id)
  const [to, back] = way === 'forward' ? (['', 'old_'] as const) : (['old_', ''] as const)
  const marked = sql`${inRange(range)} and plan.action = 'changed' and plan.applied and plan.kept is null`
  const retagged = sql`plan.rfid_tag is distinct from plan.old_rfid_tag`
  const tag = sql`plan.${sql.ref(`${to}rfid_tag`)}`
  await sql`update asset_tags set detached_at = now(), detached_by = ${actor.id}, ending = 'replaced'
    from ${plan} as plan where ${marked} and ${retagged}
      and asset_tags.asset_id = plan.asset_id and asset_tags.detached_at is null`.execute(tx)
  const set = plannedIn(range).map((column) => sql`${sql.ref(column)} = plan.${sql.ref(`${to}${column}`)}`)
  const { numAffectedRows = 0n } = await sql`update assets set ${sql.join(set)}, version = assets.version + 1
    from ${plan} as plan where ${marked} and assets.id = plan.asset_id`.execute(tx)
  await sql`insert into asset_tags (asset_id, rfid_tag, attached_by)
    select plan.asset_id, ${tag}, ${actor.id}::uuid from ${plan} as plan
    where ${marked} and ${retagged} and ${tag} is not null`.execute(tx)
  await insertEvents({
    ...{ who: actor, action: 'asset.changed', kind: 'asset', id: sql`asset_id`, place: sql`place_id` },
    ...{ fromPlace: sql`nullif(from_place_id, place_id)`, readableId: sql`asset_tag_id(number)` },
    ...{
      name: sql`is_now ->> 'assetName'`,
      before: sql`jsonb_unlike(was, is_now)`,
      after: sql`jsonb_unlike(is_now, was)`,
    },
    from: sql`(
        select plan.row, plan.asset_id, plan.number, plan.${sql.ref(`${to}place_id`)} as place_id,
          plan.${sql.ref(`${back}place_id`)} as from_place_id,
          ${facts(back)} || ${expectation(back)}${ownFacts(range.own, back)} as was,
          ${facts(to)} || ${expectation(to)}${ownFacts(range.own, to)} as is_now
        from ${plan} as plan ${named(id, '')} ${named(id, 'old_')} where ${marked}
      ) as changes
      where was <> is_now order by row`,
  }).execute(tx)
  return Number(numAffectedRows)
}

const changedMeanwhile = sql.lit('row:changed-meanwhile')
const placeLost = sql.lit('place:lost')

/** How many rows could no longer be applied, whichever worker found that out. */
export async function missedCount(db: Db, id: Id): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${tablesOf(id).plan}
    where action = 'wrong' and (codes in (array[${changedMeanwhile}], array[${placeLost}])
      or codes[1] like 'field:%:lost')`.execute(db)
  return rows[0]?.count ?? 0
}

/** Rows that can no longer be applied become wrong rows. */
async function refuseTheRest(tx: Db, actor: Actor, id: Id, range: Range) {
  const { plan } = tablesOf(id)
  const isOutOfScope = (column: string) => sql`exists (select from places
    where id = plan.${sql.ref(column)} and (${withinScope(actor, 'places')}) is not true)`
  await sql`update ${plan} as plan set action = 'wrong', codes = array[
      case when ${isOutOfScope('place_id')} or ${isOutOfScope('old_place_id')} then ${placeLost}
        ${lostToImport(range.own)} else ${changedMeanwhile} end]
    where ${inRange(range)} and ((action = 'changed' and not applied)
      or (action = 'new' and not exists (select from assets where id = plan.asset_id)))`.execute(tx)
}

export async function applyRange(tx: Db, actor: Actor, id: Id, range: Range) {
  const { plan } = tablesOf(id)
  const { rows } = await sql<{ fresh: number; changed: number; naming: number }>`
    select count(*) filter (where action = 'new') as fresh, count(*) filter (where action = 'changed') as changed,
      count(*) filter (where coalesce(${sql.join(newNames)}) is not null) as naming
    from ${plan} as plan where ${inRange(range)} and action in ('new', 'changed')`.execute(tx)
  const { fresh = 0, changed = 0, naming = 0 } = rows[0] ?? {}
  const done = { fresh: 0, changed: 0 }
  if (naming > 0) await createMasters(tx, actor, id, { plan, range: inRange(range) })
  if (fresh > 0) {
    await reserveNumbers(tx, actor, id, range)
    done.fresh = await insertNew(tx, actor, id, range)
  }
  if (changed > 0) {
    done.changed = await takeUnchanged(tx, actor, id, range)
    await changeMarked(tx, actor, id, range, 'forward')
  }
  if (done.fresh < fresh || done.changed < changed) await refuseTheRest(tx, actor, id, range)
}
