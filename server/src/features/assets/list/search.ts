import { mostSearchedForParts } from '@ats/contract/assets/assets.ts'
import { normalizeTag } from '@ats/contract/epc.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { containing } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { counting, type KeyRange, mostCounted } from '#kernel/db/paging.ts'
import {
  areAmong,
  type Bin,
  collectedBy,
  countIn,
  type IndexRange,
  idsIn,
  passingOfNewest,
  walked,
} from './index-ranges.ts'
import { firstInOrder, type Walk } from './orders.ts'

const shortestContained = 3
const shortestWholeTag = 16

const searchText = sql`asset_search_text(assets.rfid_tag, assets.number, assets.serial_no)`

/** The text as it stands and, where it may be a tag that was typed with separators, as tags are kept. */
function codesHold(search: string, holds = (text: string) => sql`${searchText} like ${containing(text)}`) {
  const bare = normalizeTag(search).toLowerCase()
  return bare === search ? holds(search) : sql`(${holds(search)} or ${holds(bare)})`
}

/** The same as a test that no index can answer, and that PostgreSQL expects to hold often: then it walks the list in order. */
const holdsOften = (text: string) => sql`strpos(${searchText}, ${text}) > 0`

const digitsOfId = 32
const partOfId = /^[0-9a-f]{8,32}$/
const isNever = sql<SqlBool>`false`

/** The digits of a part of an id, as long as there are more than anyone types by chance. */
function idDigits(search: string) {
  const digits = search.replaceAll('-', '')
  return partOfId.test(digits) ? digits : undefined
}

/** By how it begins an id is found among any number of assets. */
function idBegins(search: string) {
  const digits = idDigits(search)
  if (digits === undefined) return isNever
  return sql<SqlBool>`assets.id between ${digits.padEnd(digitsOfId, '0')}::uuid and ${digits.padEnd(digitsOfId, 'f')}::uuid`
}

const digitsShown = 8

/** By how it ends an id is found among any number of assets, too: lists show the last digits. */
function idEnds(search: string) {
  const digits = idDigits(search)
  if (digits === undefined) return isNever
  return sql<SqlBool>`(right(assets.id::text, ${sql.lit(digitsShown)}) collate "C" = ${digits.slice(-digitsShown)}
    and replace(assets.id::text, '-', '') like ${`%${digits}`})`
}

/** By any other part it is found by looking at each: the indexes of places hold the ids, so no asset itself is read. */
function idHolds(search: string) {
  const digits = idDigits(search)
  if (digits === undefined) return isNever
  return sql<SqlBool>`strpos(replace(assets.id::text, '-', ''), ${digits}) > 0`
}

/** Up to this many ids are looked at for a part of one. */
const mostIdsLookedAt = 100_000

/** For lists that are short once everything else was asked. */
export const codesOrNameHold = (search: string) =>
  sql<SqlBool>`(${codesHold(search)} or ${idHolds(search)}
    or assets.name_id in (select id from asset_names where name ilike ${containing(search)}))`

/** Trigrams are made of letters and digits; a text that begins with one at most has none when only other signs follow. */
const hasTrigrams = (search: string) => !/^[\p{L}\p{N}]?[^\p{L}\p{N}]+$/u.test(search)

/** What a text without trigrams can be in, as an index holds it. */
const holdSigns = sql`asset_signs(assets.rfid_tag, assets.number, assets.serial_no) = 1`

/** One code of an asset, where a text is looked for in that alone. */
export type Code = 'rfidTag' | 'assetTagId'

const codeText: Record<Code, RawBuilder<unknown>> = {
  rfidTag: sql`lower(assets.rfid_tag)`,
  assetTagId: sql`lower(asset_tag_id(assets.number))`,
}
const wholeCode: Record<Code, (search: string) => RawBuilder<unknown>> = {
  rfidTag: (search) => sql`upper(assets.rfid_tag) = upper(${search})`,
  assetTagId: (search) => (/^\d+$/.test(search) ? sql`assets.number = ${search}::bigint` : isNever),
}

/** True where the code holds the text, or is it where the text is short; no index answers it. */
export function codeHolds(code: Code, search: string) {
  if (search.length < shortestContained) return wholeCode[code](search)
  return codesHold(search, (text) => sql`strpos(${codeText[code]}, ${text}) > 0`)
}

/** The trigrams are those of all codes, and what they find is looked at again. */
function codeTests(code: Code, search: string) {
  const inOrder = codeHolds(code, search)
  if (search.length < shortestContained) return { found: [inOrder], inOrder }
  const indexed = hasTrigrams(search) ? codesHold(search) : holdSigns
  return { found: [sql`(${indexed} and ${inOrder})`], inOrder }
}

/** One or two characters are in so many codes of a long list that they are compared with whole tags there. */
const isWholeTag = ({ search, indexRanges, bin }: Sought) =>
  search.length < shortestContained && countIn(indexRanges, bin) > mostSearchedForParts

/** The tests for one search text: the asset's own codes, by trigrams, its id, and the names that hold the text. */
async function searchTests(db: Db, sought: Sought) {
  const { search, code } = sought
  if (code !== undefined) return codeTests(code, search)
  const names = await sql<{ id: Id }>`${sql.raw(unprepared)} select id from asset_names
    where name ilike ${containing(search)} limit 1000`.execute(db)
  const byTag = sql`upper(assets.rfid_tag) = upper(${search})`
  const isWhole = isWholeTag(sought)
  const named = sql`assets.name_id = any(${names.rows.map((row) => row.id)}::uuid[])`
  const bySigns = sql`${holdSigns} and ${codesHold(search, holdsOften)}`
  const byIndex = hasTrigrams(search) ? codesHold(search) : bySigns
  return {
    found: [isWhole ? byTag : byIndex, idBegins(search), idEnds(search), named],
    inOrder: sql`(${isWhole ? byTag : codesHold(search, holdsOften)} or ${idHolds(search)} or ${named})`,
  }
}

/**
 * A whole tag needs no search: the asset that carries it is what is meant, be it shown or not. In the bin many may have
 * carried it.
 */
async function carriersOf(db: Db, { search, code, rest, bin }: Sought): Promise<Shown | undefined> {
  if (search.length < shortestWholeTag || bin === 'deleted' || code === 'assetTagId') return undefined
  const { rows } = await sql<{ id: Id; shown: boolean }>`select assets.id, ${rest} as shown from assets
    where upper(assets.rfid_tag) = upper(${normalizeTag(search)}) and assets.deleted_at is null limit 1`.execute(
    db,
  )
  return rows[0] && withIds(rows[0].shown ? [rows[0].id] : [])
}

const sample = 500
const farthest = 40_000

/**
 * True when a part of the assets, the newest of every place, hold the text more often than anyone counts. That is only
 * looked at where a few hundred of them hold it often: for such a text the trigrams would first have to collect half of
 * all assets.
 */
async function isEverywhere(db: Db, { indexRanges, bin, rest, isAll }: Sought, test: RawBuilder<unknown>) {
  const among = (size: number) =>
    isAll ? newest(db, rest, size, test) : passingOfNewest(db, indexRanges, bin, size, test)
  return (await among(sample)) > sample / 4 && (await among(farthest)) > mostCounted
}

async function newest(db: Db, rest: RawBuilder<SqlBool>, size: number, test: RawBuilder<unknown>) {
  const { rows } = await sql<{ count: number }>`${sql.raw(unprepared)} select count(*) as count from (
    select from (select assets.* from assets where ${rest} order by assets.id desc limit ${sql.lit(size)}) as assets
    where ${test} ${counting}) as found`.execute(db)
  return rows[0]?.count ?? 0
}

const digitsOfLabels = 7
const startOfLabel = /^a(0\d{1,6})$/

/** The numbers whose labels begin with the text, where it begins as only labels do. */
function labelled(search: string) {
  const digits = startOfLabel.exec(search)?.[1]
  if (digits === undefined) return undefined
  const step = 10 ** (digitsOfLabels - digits.length)
  return sql`assets.number between ${Number(digits) * step} and ${(Number(digits) + 1) * step - 1}`
}

/**
 * Who types the beginning of a label means labels, as long as there is one. So many codes hold an A and some zeros, too,
 * that trigrams would have to look at all of them.
 */
async function labelledBy(db: Db, { search, code, rest }: Sought): Promise<Shown | undefined> {
  const label = labelled(search)
  if (label === undefined || code === 'rfidTag') return undefined
  const where = sql<SqlBool>`(${label} and ${rest})`
  const { count } = await countOf(db, sql`(select assets.id from assets where ${where})`)
  return count === 0 ? undefined : { count, where, page: () => areAmong(collectedBy(where)) }
}

/** More ids than this take longer on their way here and back than collecting them twice. */
const mostCarried = 1000

/** How many ids there are and, unless they are too many to carry about, which. */
async function countOf(db: Db, found: RawBuilder<unknown>, most = mostCarried) {
  const { rows } = await sql<{ count: number; ids: Id[] | null }>`${sql.raw(unprepared)}
    select count(*) as count,
      case when count(*) <= ${sql.lit(most)} then coalesce(array_agg(id), '{}') end as ids
    from (select id from ${found} as found ${counting}) as counted`.execute(db)
  return rows[0] ?? { count: 0, ids: [] }
}

type Sought = {
  search: string
  /** Where the text is looked for in one code alone. */
  code?: Code | undefined
  /** Everything but the search text. */
  rest: RawBuilder<SqlBool>
  indexRanges: readonly IndexRange[]
  bin: Bin
  /** No asset is left out but for the text. */
  isAll: boolean
  /** What `rest` says besides places and states. */
  besides?: RawBuilder<SqlBool> | undefined
  /** The first in an order, where the index ranges are not what is walked. */
  first?: FirstInOrder | undefined
}
/** How the first of an order are found. */
type FirstInOrder = (walk: Walk) => (range: KeyRange) => RawBuilder<unknown>

export type Shown = {
  count: number
  /** What is true of all that are shown. */
  where: RawBuilder<SqlBool>
  /** The text is short and the list is long: codes that only hold the text are left out. */
  wholeTagsOnly?: true
  /** The same for a page of them, in an order that the list offers. */
  page: (walk: Walk) => (range: KeyRange) => RawBuilder<SqlBool> | Promise<RawBuilder<SqlBool>>
}

const shown = (count: number, where: RawBuilder<SqlBool>): Shown => ({
  count,
  where,
  page: () => () => where,
})
const withIds = (ids: Id[]) => shown(ids.length, sql<SqlBool>`assets.id = any(${ids}::uuid[])`)
const neverPrepared = (where: RawBuilder<SqlBool>) => sql<SqlBool>`${sql.raw(unprepared)} ${where}`

/**
 * Up to this many assets are looked at one by one. Trigrams are those of all assets: for a part of them, most of what the
 * trigrams find may have to be left out again, so far more are looked at before trigrams cost less.
 */
function mostLookedAt({ search, isAll }: Sought) {
  if (!isAll) return 50_000
  return search.length < shortestContained ? mostSearchedForParts : 2_000
}

/** The assets that hold the text, and whether a short text was compared with whole tags instead. */
export async function searched(db: Db, sought: Sought): Promise<Shown> {
  const shown = await foundBy(db, sought)
  return isWholeTag(sought) ? { ...shown, wholeTagsOnly: true } : shown
}

/** Where few assets are left without the text, each is looked at. Where many are, the text decides how they are read. */
async function foundBy(db: Db, sought: Sought): Promise<Shown> {
  const { indexRanges, bin, besides } = sought
  const meant = (await carriersOf(db, sought)) ?? (await labelledBy(db, sought))
  if (meant !== undefined) return meant
  const { found, inOrder: held } = await searchTests(db, sought)
  const inOrder = besides === undefined ? held : sql`(${held} and ${besides})`
  if (countIn(indexRanges, bin) > mostLookedAt(sought)) return searchedInMany(db, sought, found, inOrder)
  const { count, ids } = await countOf(db, idsIn(indexRanges, bin, inOrder), mostCounted)
  return ids === null ? shownOnTheWay(db, sought, inOrder, count) : withIds(ids)
}

/** What so many assets hold that a walk in the order of the list soon fills a page. */
function shownOnTheWay(db: Db, sought: Sought, inOrder: RawBuilder<unknown>, count: number): Shown {
  const { rest, indexRanges, bin, isAll } = sought
  const where = neverPrepared(sql<SqlBool>`(${rest} and ${inOrder})`)
  const first = sought.first ?? ((walk) => firstInOrder(walk, indexRanges, bin))
  const test = sought.first === undefined ? inOrder : where
  const page: Shown['page'] = (walk) => (range) =>
    isAll && walk === 'own' ? where : walked(db, first(walk), range, test)
  return { count, where, page }
}

/** The ids that hold the text further on, where they are few enough to be looked at. */
function idsHolding({ search, code, indexRanges, bin, rest }: Sought) {
  const digits = idDigits(search)
  if (digits === undefined || code !== undefined || digits.length === digitsOfId) return []
  if (countIn(indexRanges, bin) > mostIdsLookedAt) return []
  const held = sql`(select held.id from ${idsIn(indexRanges, bin, idHolds(search))} as held ${counting})`
  return [sql`(select assets.id from assets where assets.id = any(array${held}) and ${rest})`]
}

/**
 * Few that hold the text are collected, and everything else is asked of those. Where many do, the order of the list is
 * walked and what matches is kept, which soon fills a page.
 */
async function searchedInMany(
  db: Db,
  sought: Sought,
  tests: RawBuilder<unknown>[],
  inOrder: RawBuilder<unknown>,
): Promise<Shown> {
  const { rest } = sought
  const everywhere = () => shownOnTheWay(db, sought, inOrder, mostCounted + 1)
  if (await isEverywhere(db, sought, inOrder)) return everywhere()
  const each = tests.map((test) => sql`(select assets.id from assets where ${test} and ${rest} ${counting})`)
  const found = sql`(${sql.join([...each, ...idsHolding(sought)], sql` union `)})`
  const { count, ids } = await countOf(db, found)
  if (count > mostCounted) return everywhere()
  return ids === null ? shown(count, neverPrepared(sql<SqlBool>`assets.id in ${found}`)) : withIds(ids)
}
