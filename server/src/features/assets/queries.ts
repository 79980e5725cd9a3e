import type { Asset } from '@ats/contract/assets/assets.ts'
import { decodeEpc } from '@ats/contract/epc.ts'
import { placeKinds } from '@ats/contract/places.ts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor, Scope } from '#kernel/actor.ts'
import { compiledOnce, selectListOnce } from '#kernel/db/compiled-once.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { pictureAddress } from '#kernel/files/picture-address.ts'
import { inPlaces, isNotWithheld, withinScope } from '#kernel/scope.ts'
import { detailIdSelections, detailSelections, detailsOf, nameOf } from './details.ts'
import type { ShownValues } from './own-values.ts'

/** The asset with its names, which are looked up in small tables only for the rows shown. */
const selectedRows = (db: Db) =>
  db
    .selectFrom('assets')
    .select([
      'assets.id',
      'assets.number',
      'assets.rfid_tag as rfidTag',
      'assets.tag_expected as tagExpected',
      sql<string>`${nameOf('asset_names', 'name_id')}`.as('assetName'),
      sql<string>`${nameOf('asset_states', 'state_id')}`.as('assetState'),
      'assets.assigned_name as assignedName',
      'assets.assigned_user_id as assignedUserId',
      'assets.place_id as placeId',
      'assets.city_id as cityId',
      sql<string>`${nameOf('places', 'city_id')}`.as('city'),
      nameOf('places', 'mm_id').as('mm'),
      nameOf('places', 'property_id').as('property'),
      nameOf('places', 'aou_id').as('aou'),
      sql<string | null>`(select name from places where id = assets.place_id and kind = 'room')`.as('room'),
      ...detailSelections,
      'assets.fields',
      'assets.image',
      'assets.thumbnail',
      'assets.registered_at as registeredAt',
      fullNameOf('assets.created_by').as('createdBy'),
      'assets.version',
      'assets.fields',
      'assets.deleted_at as deletedAt',
      fullNameOf('assets.deleted_by').as('deletedBy'),
      'assets.delete_reason as reason',
    ])

/** The same rows, with the select list compiled once: for a page of a list that takes longer than all other parts. */
export const assetRows = selectListOnce('assets', selectedRows)

export type ShownRow = NonNullable<Awaited<ReturnType<ReturnType<typeof assetRows>['executeTakeFirst']>>>

export const assetTagIdOf = (number: number) => `A${String(number).padStart(7, '0')}`

/** The asset as the API returns it, with the values that `shown` leaves. */
export function toAsset(row: ShownRow, shown: ShownValues): Asset {
  const { rfidTag, assignedName } = row
  return {
    _id: row.id,
    rfidTag,
    tagExpected: row.tagExpected,
    epc: rfidTag === null ? null : decodeEpc(rfidTag),
    assetTagId: assetTagIdOf(row.number),
    assetName: row.assetName,
    assignedUser: assignedName === null ? null : { name: assignedName, _id: row.assignedUserId },
    location: row.city.toLowerCase(),
    city: row.city,
    mm: row.mm,
    property: row.property,
    aou: row.aou,
    room: row.room,
    placeId: row.placeId,
    assetState: row.assetState,
    ...detailsOf(row),
    ...shown(row.fields),
    image: pictureAddress('assets', row.id, 'full', row.image),
    thumbnail: pictureAddress('assets', row.id, 'thumbnail', row.thumbnail),
    registeredAt: row.registeredAt,
    createdBy: row.createdBy,
    version: row.version,
  }
}

export const assetById = (db: Db, actor: Actor, id: Id) =>
  assetRows(db)
    .where('assets.id', '=', id)
    .where('assets.deleted_at', 'is', null)
    .where(withinScope(actor, 'assets'))
    .executeTakeFirst()

export const liveAssetsWithIds = (db: Db, actor: Actor, ids: readonly Id[]) =>
  assetRows(db)
    .where('assets.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('assets.deleted_at', 'is', null)
    .where(withinScope(actor, 'assets'))
    .execute()

/**
 * Locks rows until the end of the transaction, in the order of their ids, so that two writers cannot
 * deadlock. They are read after locking, because the previous holder of the lock may have added new names.
 */
export const assetsForUpdate = (tx: Db, actor: Actor, ids: readonly Id[], bin: 'live' | 'deleted') =>
  lockedAssets(
    tx,
    ids,
    sql<boolean>`assets.deleted_at ${sql.raw(bin === 'live' ? 'is' : 'is not')} null and ${withinScope(actor, 'assets')}`,
  )

export async function lockedAssets(tx: Db, ids: readonly Id[], where: Expression<SqlBool>) {
  const locked = await tx
    .selectFrom('assets')
    .select('id')
    .where('assets.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(where)
    .orderBy('assets.id')
    .forUpdate()
    .execute()
  return locked.length === 0
    ? []
    : assetsWithIds(
        tx,
        locked.map(({ id }) => id),
      )
}

/** Assets with the ids of the records they refer to, which the ledger stores and no list shows. */
export const assetsWithIds = (db: Db, ids: readonly Id[]) =>
  assetRows(db)
    .select(['assets.name_id as nameId', 'assets.state_id as stateId', ...detailIdSelections])
    .where('assets.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('assets.id')
    .execute()

export type AssetRow = Awaited<ReturnType<typeof assetsWithIds>>[number]

const mostFound = 10
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Code = Scope & { tag: string; typed: string; number: number | null; id: Id | null; everywhere: boolean }

/** Each kind of code has its own query, so that each uses its own index. */
const assetsCoded = compiledOnce<Code>(['tag', 'typed', 'number', 'id', 'everywhere', ...placeKinds])(
  (db, code) => {
    const tests = [
      sql`upper(rfid_tag) = upper(${code.tag}) and deleted_at is null`,
      sql`upper(rfid_tag) = upper(${code.tag}) and deleted_at is not null`,
      sql`upper(serial_no) = upper(${code.typed})`,
      sql`number = ${code.number}`,
      sql`id = ${code.id}`,
    ]
    const ids = tests.map(
      (test) => sql`(select id from assets as coded where ${test} limit ${sql.lit(mostFound)})`,
    )
    return assetRows(db)
      .where(sql<SqlBool>`assets.id = any(array(${sql.join(ids, sql` union all `)}))`)
      .where(sql<SqlBool>`(${code.everywhere}::bool or ${inPlaces(code, 'assets')})`)
      .orderBy('assets.id')
      .limit(mostFound)
  },
)

/** Finds assets by anything a scanner or a person may have: tag, label number, serial number or id. */
export async function assetsWithCode(db: Db, actor: Actor, { tag, typed }: { tag: string; typed: string }) {
  const { everywhere, scope } = actor
  const number = /^A(\d{7,15})$/i.exec(typed)?.[1]
  const id = uuid.test(typed) ? typed.toLowerCase() : null
  const rows = await assetsCoded(db, {
    ...scope,
    tag,
    typed,
    number: number === undefined ? null : Number(number),
    id,
    everywhere,
  })
  const isShown = isNotWithheld(actor, 'assets')
  return isShown === undefined ? rows : passing(db, rows, isShown)
}

async function passing<Row extends { id: Id }>(db: Db, rows: Row[], test: RawBuilder<SqlBool>) {
  const ids = rows.map(({ id }) => id)
  const some = db.selectFrom('assets').select('id').where('id', '=', sql<string>`any(${ids}::uuid[])`)
  const passed = new Set((await some.where(test).execute()).map(({ id }) => id))
  return rows.filter(({ id }) => passed.has(id))
}

/** The most frequent lookup of a handheld: which asset carries this tag? */
export const assetByTag = (db: Db, actor: Actor, tag: string) =>
  assetRows(db)
    .where(sql`upper(assets.rfid_tag)`, '=', tag.toUpperCase())
    .where('assets.deleted_at', 'is', null)
    .where(withinScope(actor, 'assets'))
    .executeTakeFirst()
