// Why it is built this way: docs/decisions/014-lists-and-search.md

import { mostSearchedForParts } from '@ats/contract/assets/assets.ts'
import { normalizeTag } from '@ats/contract/epc.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { wordsOf } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { counting, type KeyRange, mostCounted } from '#kernel/db/paging.ts'
import { digitsOfId, idDigits, idHolds } from './id-search.ts'
import {
  areAmong,
  type Bin,
  collectedBy,
  countIn,
  type IndexRange,
  idsIn,
  passingOfNewest,
  walked,
  way,
} from './index-ranges.ts'
import { firstInOrder, isFieldWalk, type Walk } from './orders.ts'
import { type Code, isShort, searchTests } from './search-tests.ts'
import { firstOfAllInTagOrder } from './tag-order.ts'

const shortestWholeTag = 16
/** The most ids that are compared for a partial match. */
const mostIdsLookedAt = 100_000

/** In a long list one or two characters match too many codes, so they are compared with whole tags. */
const isLong = ({ indexRanges, bin }: Sought) => countIn(indexRanges, bin) > mostSearchedForParts

/**
 * A whole tag needs no search: only the asset that carries it is meant, even if the filter hides it. Deleted
 * assets are searched, because many may have carried the tag.
 */
async function carriersOf(db: Db, { search, code, rest, bin }: Sought): Promise<Shown | undefined> {
  if (search.length < shortestWholeTag || bin === 'deleted' || code === 'assetTagId') return undefined
  const { rows } = await sql<{ id: Id; shown: boolean }>`select assets.id, ${rest} as shown from assets
    where upper(assets.rfid_tag) = upper(${normalizeTag(search)}) and assets.deleted_at is null limit 1`.execute(
    db,
  )
  return rows[0] && (rows[0].shown ? withIds(1, `{${rows[0].id}}`) : withIds(0, '{}'))
}

const sample = 500
const farthest = 40_000

/**
 * True if, among the newest assets of every place, more contain the text than are ever counted. A small
 * sample is checked first. For such a text, trigrams would first have to collect half of all assets.
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

/** The numbers whose labels start with the text, if the text can only be the start of a label. */
function labelled(search: string) {
  const digits = startOfLabel.exec(search)?.[1]
  if (digits === undefined) return undefined
  const step = 10 ** (digitsOfLabels - digits.length)
  return sql`assets.number between ${Number(digits) * step} and ${(Number(digits) + 1) * step - 1}`
}

/**
 * A text that looks like the start of a label is matched against labels first. 'A0' occurs in so many codes
 * that a trigram search would read nearly all of them.
 */
async function labelledBy(db: Db, { search, code, rest }: Sought): Promise<Shown | undefined> {
  const label = labelled(search)
  if (label === undefined || code === 'rfidTag') return undefined
  const where = sql<SqlBool>`(${label} and ${rest})`
  const { count } = await countOf(db, sql`(select assets.id from assets where ${where})`)
  return count === 0 ? undefined : { count, where, page: () => areAmong(collectedBy(where)) }
}

/** Transferring more ids than this takes longer than collecting them twice. */
const mostCarried = 1000

/**
 * The number of ids and, unless there are too many to transfer, the ids. They stay the text of an array: they
 * only go back into the next statement, and parsing hundreds of them takes longer than the rest of a request.
 */
export async function countOf(db: Db, found: RawBuilder<unknown>, most = mostCarried) {
  const { rows } = await sql<{ count: number; ids: string | null }>`${sql.raw(unprepared)}
    select count(*) as count,
      case when count(*) <= ${sql.lit(most)} then coalesce(array_agg(id), '{}')::text end as ids
    from (select id from ${found} as found ${counting}) as counted`.execute(db)
  return rows[0] ?? { count: 0, ids: '{}' }
}

type Sought = {
  search: string
  /** Searches only this code. */
  code?: Code | undefined
  /** All conditions except the search text. */
  rest: RawBuilder<SqlBool>
  indexRanges: readonly IndexRange[]
  bin: Bin
  /** Only the search text limits the list. */
  isAll: boolean
  /** The conditions of `rest` other than places and states. */
  besides?: RawBuilder<SqlBool> | undefined
  /** How to read the first page, if not by index ranges. */
  first?: FirstInOrder | undefined
  /** Fields of the organisation in which the text or its words are looked for. */
  fields?: readonly OwnField[]
}
/** How to read the first page in a sort order. */
type FirstInOrder = (walk: Walk) => (range: KeyRange) => RawBuilder<unknown>

export type Shown = {
  count: number
  /** The condition of all matching assets. */
  where: RawBuilder<SqlBool>
  /** The text is short and the list is long: codes that only contain the text do not match. */
  wholeTagsOnly?: true
  /** The list is long: texts of fields that only contain the text of the filter do not match. */
  beginningsOnly?: true
  /** The condition of one page, in a sort order of the list. */
  page: (walk: Walk) => (range: KeyRange) => RawBuilder<SqlBool> | Promise<RawBuilder<SqlBool>>
}

const shown = (count: number, where: RawBuilder<SqlBool>): Shown => ({
  count,
  where,
  page: () => () => where,
})
export const withIds = (count: number, ids: string) =>
  shown(count, sql<SqlBool>`assets.id = any(${ids}::uuid[])`)
const neverPrepared = (where: RawBuilder<SqlBool>) => sql<SqlBool>`${sql.raw(unprepared)} ${where}`

/**
 * Up to this many assets are tested one by one. The trigram index covers all assets, so for a part of them
 * most of its matches may be discarded. The limit is therefore much higher for a part.
 */
function mostLookedAt({ search, isAll }: Sought) {
  if (!isAll) return 50_000
  return isShort(search) ? mostSearchedForParts : 2_000
}

/** The matching assets, and whether a short text was compared with whole tags. */
export async function searched(db: Db, sought: Sought): Promise<Shown> {
  const shown = await foundBy(db, sought)
  return isLong(sought) && wordsOf(sought.search).some(isShort) ? { ...shown, wholeTagsOnly: true } : shown
}

/** If few assets remain without the text, each is tested. If many do, the text decides how they are read. */
async function foundBy(db: Db, sought: Sought): Promise<Shown> {
  const { indexRanges, bin, besides } = sought
  const meant = (await carriersOf(db, sought)) ?? (await labelledBy(db, sought))
  if (meant !== undefined) return meant
  const { found, inOrder: held } = await searchTests(db, { ...sought, isLong: isLong(sought) })
  const inOrder = besides === undefined ? held : sql`(${held} and ${besides})`
  if (countIn(indexRanges, bin) > mostLookedAt(sought)) return searchedInMany(db, sought, found, inOrder)
  const { count, ids } = await countOf(db, idsIn(indexRanges, bin, inOrder), mostCounted)
  return ids === null ? shownOnTheWay(db, sought, inOrder, count) : withIds(count, ids)
}

/** How to read the first rows of the list, before the text is tested. */
function firstRows({ first, isAll, rest, indexRanges, bin }: Sought): FirstInOrder {
  if (first !== undefined) return first
  return (walk) => {
    if (!isAll || (walk !== 'own' && walk !== 'tag')) return firstInOrder(walk, indexRanges, bin)
    return walk === 'tag' ? firstOfAllInTagOrder(rest) : firstOfAll(rest)
  }
}

const firstOfAll = (rest: RawBuilder<SqlBool>) => (range: KeyRange) =>
  sql`select assets.id, assets.id as key from assets where ${rest} and ${range.beyond}
    order by assets.id ${way(range)} limit ${range.limit}`

/**
 * For a common text, scanning the list in order fills a page quickly. Unless it is common among the newest,
 * `collect` finds the page if the scan does not.
 */
function shownOnTheWay(
  db: Db,
  sought: Sought,
  inOrder: RawBuilder<unknown>,
  count: number,
  { collect, isNew = true }: { collect?: Collect; isNew?: boolean } = {},
): Shown {
  const { rest, isAll } = sought
  const where = neverPrepared(sql<SqlBool>`(${rest} and ${inOrder})`)
  const test = sought.first === undefined ? inOrder : where
  const first = firstRows(sought)
  const page: Shown['page'] = (walk) => (range) => {
    const isOwn = isAll && walk === 'own'
    if (isOwn && isNew) return where
    const far = collect && {
      page: async (from: KeyRange) => (await collect(from)) ?? (isOwn ? where : undefined),
      isBounded: walk === 'tag' || isFieldWalk(walk),
    }
    return walked(db, first(walk), range, test, far)
  }
  return { count, where, page }
}

type Collect = (range: KeyRange) => Promise<RawBuilder<SqlBool> | undefined>

/** The most matches that are collected to sort them. */
const mostSorted = 30_000

const idOnly = sql`assets.id`

/** Assets that pass one of the tests, up to a bound for each test. */
function foundWith(
  sought: Sought,
  tests: readonly RawBuilder<unknown>[],
  bound: RawBuilder<unknown>,
  columns = idOnly,
) {
  const each = tests.map(
    (test) => sql`(select ${columns} from assets where ${test} and ${sought.rest} ${bound})`,
  )
  return sql`(${sql.join([...each, ...idsHolding(sought, columns)], sql` union `)})`
}

/**
 * A common text can be rare where the page begins: the tags that contain it may all be at the other end of the
 * order. Then the matches are collected and sorted, unless there are too many.
 */
const collectedWith =
  (db: Db, sought: Sought, tests: readonly RawBuilder<unknown>[]): Collect =>
  async (range) => {
    const bound = sql`limit ${sql.lit(mostSorted + 1)}`
    const columns = sql`assets.id, ${range.by} as key, ${range.beyond} as is_next`
    const { rows } = await sql<{ ids: Id[] | null }>`${sql.raw(unprepared)}
      with found as materialized (select * from ${foundWith(sought, tests, bound, columns)} as found)
      select case when (select count(*) from found) <= ${sql.lit(mostSorted)} then array(
        select id from found where is_next order by key ${way(range)}, id ${way(range)}
        limit ${range.limit}) end as ids`.execute(db)
    const ids = rows[0]?.ids ?? null
    return ids === null ? undefined : sql<SqlBool>`assets.id = any(${ids}::uuid[])`
  }

/** Ids that contain the text after their beginning, if there are few enough ids to compare. */
function idsHolding({ search, code, indexRanges, bin, rest }: Sought, columns = idOnly) {
  const digits = idDigits(search)
  if (digits === undefined || code !== undefined || digits.length === digitsOfId) return []
  if (countIn(indexRanges, bin) > mostIdsLookedAt) return []
  const held = sql`(select held.id from ${idsIn(indexRanges, bin, idHolds(search))} as held ${counting})`
  return [sql`(select ${columns} from assets where assets.id = any(array${held}) and ${rest})`]
}

/**
 * If few assets contain the text, they are collected and the other conditions are checked. If many do, the
 * list is scanned in order, which fills a page quickly.
 */
async function searchedInMany(
  db: Db,
  sought: Sought,
  tests: RawBuilder<unknown>[],
  inOrder: RawBuilder<unknown>,
): Promise<Shown> {
  const collect = collectedWith(db, sought, tests)
  const everywhere = (isNew: boolean) =>
    shownOnTheWay(db, sought, inOrder, mostCounted + 1, { collect, isNew })
  if (await isEverywhere(db, sought, inOrder)) return everywhere(true)
  const found = foundWith(sought, tests, counting)
  const { count, ids } = await countOf(db, found)
  if (count > mostCounted) return everywhere(false)
  return ids === null ? shown(count, neverPrepared(sql<SqlBool>`assets.id in ${found}`)) : withIds(count, ids)
}
