import { encodeTag, type TagParts } from '@ats/contract/epc-encode.ts'
import type { TagBlock, TagListFilter, TagScheme, TagSeries, VoidTag } from '@ats/contract/tag-series.ts'
import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { boundedPage } from '#kernel/db/paging.ts'
import { found } from '#kernel/http/problem.ts'

type Row = Omit<TagSeries, 'left' | 'nextTag'>

/** What the tags of a series are made from. Its constraints and the contract hold the same limits. */
type Parts = { scheme: TagScheme } & Pick<Row, 'companyPrefix' | 'itemReference' | 'organisation' | 'filter'>

export function tagOf(series: Parts, serial: string | bigint): string {
  const made = encodeTag(partsOf(series, String(serial)))
  if ('limit' in made) throw new Error(`number ${serial} of a series: ${made.limit}`)
  return made.tag
}

function partsOf(series: Parts, serial: string): TagParts {
  const { scheme, filter, companyPrefix, itemReference, organisation } = series
  if (scheme === 'private') return { scheme, organisation: organisation ?? '', serial }
  const shared = { filter, companyPrefix: companyPrefix ?? '', serial }
  return scheme === 'giai' ? { scheme, ...shared } : { scheme, ...shared, itemReference: itemReference ?? '' }
}

const seriesRows = (db: Db) =>
  db.selectFrom('tag_series').select([
    ...(['id', 'name', 'scheme', 'organisation', 'filter', 'version'] as const),
    ...(['company_prefix as companyPrefix', 'item_reference as itemReference'] as const),
    // Numbers of JavaScript are inexact above 53 bits.
    sql<string>`first_serial::text`.as('firstSerial'),
    sql<string>`next_serial::text`.as('nextSerial'),
    sql<string>`last_serial::text`.as('lastSerial'),
    sql<number>`(select count(*) from void_tags where series_id = tag_series.id)`.as('voided'),
    sql<boolean>`retired_at is not null`.as('retired'),
    fullNameOf('tag_series.created_by').as('createdBy'),
    'created_at as createdAt',
  ])

function shownSeries(row: Row): TagSeries {
  const left = BigInt(row.lastSerial) - BigInt(row.nextSerial) + 1n
  return { ...row, left: left.toString(), nextTag: left === 0n ? null : tagOf(row, row.nextSerial) }
}

export async function allTagSeries(db: Db): Promise<TagSeries[]> {
  return (await seriesRows(db).orderBy(sql`lower(name)`).orderBy('id').execute()).map(shownSeries)
}

export async function tagSeriesById(db: Db, id: Id): Promise<TagSeries> {
  const row = await seriesRows(db).where('id', '=', id).executeTakeFirst()
  return shownSeries(found(row, 'tag-series-not-found'))
}

const blockRows = (db: Db, seriesId: Id) =>
  db
    .selectFrom('tag_blocks')
    .select([
      'tag_blocks.id',
      sql<string>`first_serial::text`.as('firstSerial'),
      sql<string>`last_serial::text`.as('lastSerial'),
      sql<number>`last_serial - first_serial + 1`.as('count'),
      fullNameOf('tag_blocks.reserved_by').as('reservedBy'),
      'reserved_at as reservedAt',
    ])
    .where('series_id', '=', seriesId)

type BlockRow = Omit<TagBlock, 'firstTag' | 'lastTag'>
const shownBlock = (series: Parts, row: BlockRow): TagBlock => ({
  ...row,
  firstTag: tagOf(series, row.firstSerial),
  lastTag: tagOf(series, row.lastSerial),
})

export async function blockById(db: Db, series: TagSeries, id: Id): Promise<TagBlock> {
  const row = await blockRows(db, series.id).where('tag_blocks.id', '=', id).executeTakeFirst()
  return shownBlock(series, found(row, 'tag-block-not-found'))
}

export async function blockWithNumbers(db: Db, seriesId: Id, id: Id) {
  const series = await tagSeriesById(db, seriesId)
  const block = await blockById(db, series, id)
  const { rows } = await sql<{
    serial: string
  }>`select serial::text from void_tags where series_id = ${seriesId}
    and serial between ${block.firstSerial}::bigint and ${block.lastSerial}::bigint`.execute(db)
  const voids = new Set(rows.map(({ serial }) => serial))
  const numbers = Array.from({ length: block.count }, (_, at) => {
    const serial = String(BigInt(block.firstSerial) + BigInt(at))
    return { serial, tag: tagOf(series, serial), void: voids.has(serial) }
  })
  return { block, numbers }
}

const latestFirst = (by: string) => ({
  ...{
    name: by,
    by: sql<string>`${sql.ref(by)}`,
    id: sql<string>`${sql.ref(by)}`,
    direction: 'desc' as const,
  },
})

async function countOf(db: Db, table: 'tag_blocks' | 'void_tags', seriesId: Id) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
    where series_id = ${seriesId}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function blockPage(db: Db, seriesId: Id, page: TagListFilter) {
  const series = await tagSeriesById(db, seriesId)
  const total = await countOf(db, 'tag_blocks', seriesId)
  const { rows, ...rest } = await boundedPage(
    blockRows(db, seriesId),
    latestFirst('first_serial'),
    page,
    total,
  )
  const blocks = rows.map(({ sortKey: _key, sortId: _id, ...row }) => shownBlock(series, row))
  return { blocks, ...rest }
}

const voidRows = (db: Db, seriesId: Id) =>
  db
    .selectFrom('void_tags')
    .select([
      ...(['reason', 'voided_at as voidedAt'] as const),
      sql<string>`serial::text`.as('serial'),
      fullNameOf('void_tags.voided_by').as('voidedBy'),
    ])
    .where('series_id', '=', seriesId)

export async function voidPage(db: Db, seriesId: Id, page: TagListFilter) {
  const series = await tagSeriesById(db, seriesId)
  const total = await countOf(db, 'void_tags', seriesId)
  // The order of numbers would not show what was done last; the time alone is not unique.
  const order = { ...latestFirst('serial'), name: 'voided_at', by: sql<string>`voided_at` }
  const { rows, ...rest } = await boundedPage(voidRows(db, seriesId), order, page, total)
  const voids = rows.map(
    ({ sortKey: _key, sortId: _id, ...row }): VoidTag => ({ ...row, tag: tagOf(series, row.serial) }),
  )
  return { voids, ...rest }
}
