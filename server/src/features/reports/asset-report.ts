import type { Reply } from '@ats/contract/endpoint.ts'
import {
  type AssetReportColumn,
  type AssetReportFilter,
  assetReportColumns,
  assetReportFilter,
  type IncompleteFilter,
  incompleteColumns,
  incompleteFilter,
  reports,
} from '@ats/contract/reports.ts'
import { sql } from 'kysely'
import {
  assetFileColumns,
  assetOrder,
  assetPages,
  noValues,
  orderBy,
  type ResolvedFilter,
  shownAssets,
  stateIdOrNull,
  toAsset,
} from '#features/assets/assets.ts'
import { fieldColumnsOf, fieldTestsIn, withOwnValues } from '#features/own-fields/own-fields.ts'
import { placeInside, placeOrCity } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { type ExportColumn, exportSource, plainColumn } from '#kernel/files/export-source.ts'
import { mustBeInOrder, within } from './days.ts'

type AssetOrder = Parameters<typeof orderBy>[0]['sort']
type Narrowing = Omit<AssetReportFilter, 'cursor' | 'size' | 'sort' | 'direction'>

/** Maps columns of the report to sort orders of the asset list. */
const orderOf = (sort: AssetReportColumn): AssetOrder => {
  if (sort === 'id' || sort === 'createdAt') return 'registeredAt'
  return sort === 'rfidTagId' ? 'rfidTag' : sort
}

/** Converts the form's filter to a filter of the asset list. */
async function resolve(db: Db, actor: Actor, filter: Narrowing, zone: string): Promise<ResolvedFilter> {
  mustBeInOrder(filter)
  const fieldTests = await fieldTestsIn(db, actor, filter.fields)
  const { rfidTagId, assetTagId, assetState } = filter
  const [tag, label] = [rfidTagId?.toLowerCase() || undefined, assetTagId?.toLowerCase() || undefined]
  return {
    place: await placeInside(db, actor, filter),
    stateId: assetState ? await stateIdOrNull(db, assetState) : undefined,
    search: tag ?? label ?? '',
    code: tag === undefined ? 'assetTagId' : 'rfidTag',
    label: tag === undefined ? undefined : label,
    registered: within(sql`assets.registered_at`, filter, zone),
    ...(fieldTests.length > 0 && { fieldTests }),
  }
}

type AssetReport = Reply<typeof reports.assets>

const toRow = (row: Parameters<typeof toAsset>[0]): AssetReport['rows'][number] => {
  const { _id, rfidTag, registeredAt, ...asset } = toAsset(row, noValues)
  const { city, mm, property, aou, room, assetName, assetState, assetTagId } = asset
  const { brand, model, serialNo, vendor, rentalStartDate, rentalPeriod, createdBy } = asset
  return {
    ...{ id: _id, rfidTagId: rfidTag, city, mm, property, aou, room, assetName, assetState, assetTagId },
    ...{ brand, model, serialNo, vendor, rentalStartDate, rentalPeriod, createdBy, createdAt: registeredAt },
  }
}

export async function assetReport(
  db: Db,
  actor: Actor,
  filter: AssetReportFilter,
  zone: string,
): Promise<AssetReport> {
  const order = orderBy({ sort: orderOf(filter.sort), direction: filter.direction })
  const pages = await assetPages(db, actor, await resolve(db, actor, filter, zone), order)
  const { rows, ...page } = await pages(filter)
  return { rows: await withOwnValues(db, actor, rows, toRow), ...page }
}

export async function incompleteReport(
  db: Db,
  actor: Actor,
  filter: IncompleteFilter,
): Promise<Reply<typeof reports.incomplete>> {
  const narrowed = { place: await placeOrCity(db, actor, filter), stateId: undefined, search: '' }
  const order = orderBy({ sort: 'registeredAt', direction: filter.direction })
  const pages = await assetPages(db, actor, { ...narrowed, lacks: filter.lacks }, order)
  const { rows, ...page } = await pages(filter)
  return { rows: rows.map(toIncomplete), ...page }
}

const toIncomplete = (row: Parameters<typeof toAsset>[0]) => {
  const {
    brand: _b,
    model: _m,
    serialNo: _s,
    vendor: _v,
    rentalStartDate: _r,
    rentalPeriod: _p,
    ...asset
  } = toRow(row)
  return asset
}

const { rfidTag, registeredAt, assignedUser: _assignedUser, ...same } = assetFileColumns
const values: Record<AssetReportColumn, ExportColumn> = {
  id: plainColumn('Id', sql`assets.id`),
  rfidTagId: rfidTag,
  ...same,
  createdAt: registeredAt,
}
const headed = (name: AssetReportColumn): ExportColumn => ({
  ...values[name],
  title: assetReportColumns[name].heading,
})

const headedAll = (columns: { [Name in AssetReportColumn]?: unknown }) =>
  Object.fromEntries((Object.keys(columns) as AssetReportColumn[]).map((name) => [name, headed(name)]))

export const incompleteExport = exportSource({
  title: 'Assets without Tag or Image',
  permission: reports.incomplete.permission,
  filter: incompleteFilter.omit({ cursor: true, size: true }),
  columns: headedAll(incompleteColumns),
  choose: async (db, actor, filter) => ({
    from: sql`assets`,
    ...(await shownAssets(db, actor, {
      ...{ place: await placeOrCity(db, actor, filter), stateId: undefined, search: '', lacks: filter.lacks },
    })),
    order: assetOrder(orderBy({ sort: 'registeredAt', direction: filter.direction })),
  }),
})

export const assetReportExport = exportSource({
  title: 'Asset Wise Report',
  permission: reports.assets.permission,
  filter: assetReportFilter.omit({ cursor: true, size: true }),
  columns: headedAll(assetReportColumns),
  fieldColumns: fieldColumnsOf('assets.fields'),
  choose: async (db, actor, filter, zone) => ({
    from: sql`assets`,
    ...(await shownAssets(db, actor, await resolve(db, actor, filter, zone))),
    order: assetOrder(orderBy({ sort: orderOf(filter.sort), direction: filter.direction })),
  }),
})
