// Why it is built this way: docs/decisions/014-lists-and-search.md

import { normalizeTag } from '@ats/contract/epc.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasNoTrigrams, textHolds, textHoldsOften } from '#features/own-fields/own-fields.ts'
import { containing, forEachWord, wordsOf } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { idBegins, idDigits, idEnds, idHolds } from './id-search.ts'

const shortestContained = 3

const searchText = sql`asset_search_text(assets.rfid_tag, assets.number, assets.serial_no)`

/** Searches for the text and, if it may be a tag typed with separators, for the normalized tag. */
function codesHold(search: string, holds = (text: string) => sql`${searchText} like ${containing(text)}`) {
  const bare = normalizeTag(search).toLowerCase()
  return bare === search ? holds(search) : sql`(${holds(search)} or ${holds(bare)})`
}

/**
 * The same test without index support. PostgreSQL assumes that it often holds, and therefore scans the list
 * in order.
 */
const holdsOften = (text: string) => sql`strpos(${searchText}, ${text}) > 0`

const isNever = sql<SqlBool>`false`

/** For lists that are short after all other conditions. */
const codeOrNameHolds = (search: string) =>
  sql<SqlBool>`(${codesHold(search)} or ${idHolds(search)}
    or assets.name_id in (select id from asset_names where name ilike ${containing(search)}))`

/** A tag may be typed with spaces, so the whole text counts too. */
export const codesOrNameHold = (search: string) =>
  wordsOf(search)[0] === search
    ? codeOrNameHolds(search)
    : sql<SqlBool>`(${codeOrNameHolds(search)} or ${forEachWord(search, codeOrNameHolds)})`

/** Trigrams consist of letters and digits, so a text of other characters after at most one of these has none. */
const hasTrigrams = (search: string) => !/^[\p{L}\p{N}]?[^\p{L}\p{N}]+$/u.test(search)

/** Assets that can contain a text without trigrams; a partial index supports this. */
const holdSigns = sql`asset_signs(assets.rfid_tag, assets.number, assets.serial_no) = 1`

/** A single code of an asset to search in. */
export type Code = 'rfidTag' | 'assetTagId'

const codeText: Record<Code, RawBuilder<unknown>> = {
  rfidTag: sql`lower(assets.rfid_tag)`,
  assetTagId: sql`lower(asset_tag_id(assets.number))`,
}
const wholeCode: Record<Code, (search: string) => RawBuilder<unknown>> = {
  rfidTag: (search) => sql`upper(assets.rfid_tag) = upper(${search})`,
  assetTagId: (search) => (/^\d+$/.test(search) ? sql`assets.number = ${search}::bigint` : isNever),
}

/** True if the code contains the text, or equals it if the text is short; no index supports it. */
export function codeHolds(code: Code, search: string) {
  if (isShort(search)) return wholeCode[code](search)
  return codesHold(search, (text) => sql`strpos(${codeText[code]}, ${text}) > 0`)
}

/** The trigram index covers all codes together, so its matches are checked against this code. */
function codeTests(code: Code, search: string) {
  const inOrder = codeHolds(code, search)
  if (isShort(search)) return { found: [inOrder], inOrder }
  const indexed = hasTrigrams(search) ? codesHold(search) : holdSigns
  return { found: [sql`(${indexed} and ${inOrder})`], inOrder }
}

/** One or two characters match too many codes of a long list. */
export const isShort = (search: string) => search.length < shortestContained

type Sought = {
  search: string
  /** Searches only this code. */
  code?: Code | undefined
  /** The list is so long that a short text is compared with whole tags. */
  isLong: boolean
  /** Fields of the organisation in which the text or its words are looked for. */
  fields?: readonly OwnField[]
}

type Tests = {
  /** Tests with index support; an asset that matches passes one of them. */
  found: RawBuilder<unknown>[]
  /** The test of one asset, without index support. */
  inOrder: RawBuilder<unknown>
}

/** Tests for a search text: the text as a whole, and its words in any order. */
export async function searchTests(db: Db, { search, code, isLong, fields = [] }: Sought): Promise<Tests> {
  if (code !== undefined) return codeTests(code, search)
  const whole = await textTests(db, search, { isLong, fields })
  const words = wordsOf(search)
  if (words[0] === search) return whole
  const parts = await wordTests(db, words, { isLong, fields })
  return {
    found: [...whole.found, ...parts.found],
    inOrder: sql`(${whole.inOrder} or ${parts.inOrder})`,
  }
}

/** How long the list is, and the searched fields. */
type Among = { isLong: boolean; fields: readonly OwnField[] }

const anyOf = (tests: readonly RawBuilder<unknown>[]) => sql`(${sql.join(tests, sql` or `)})`

const mostNames = sql.lit(1000)
const isNamed = (ids: Id[]) => sql`assets.name_id = any(${ids}::uuid[])`

/** The codes that contain the text: with index support, and without. */
function codesTests(search: string, isLong: boolean) {
  const byTag = sql`upper(assets.rfid_tag) = upper(${search})`
  if (isLong && isShort(search)) return { indexed: byTag, inOrder: byTag }
  const inOrder = codesHold(search, holdsOften)
  return { indexed: hasTrigrams(search) ? codesHold(search) : sql`${holdSigns} and ${inOrder}`, inOrder }
}

/** The searched fields that contain the text; one or two characters have to be the beginning if the list is long. */
function ownTests(search: string, { isLong, fields }: Among) {
  const isStart = isLong && hasNoTrigrams(search)
  return {
    indexed: fields.map((field) => textHolds(field, search, isStart)),
    inOrder: fields.map((field) => textHoldsOften(field, search, isStart)),
  }
}

/** Tests for one text: the asset's codes by trigrams, its id, and the asset names that contain the text. */
async function textTests(db: Db, search: string, { isLong, fields }: Among): Promise<Tests> {
  const names = await sql<{ id: Id }>`${sql.raw(unprepared)} select id from asset_names
    where name ilike ${containing(search)} limit ${mostNames}`.execute(db)
  const codes = codesTests(search, isLong)
  const named = isNamed(names.rows.map((row) => row.id))
  const own = ownTests(search, { isLong, fields })
  return {
    found: [codes.indexed, idBegins(search), idEnds(search), named, ...own.indexed],
    inOrder: anyOf([codes.inOrder, idHolds(search), named, ...own.inOrder]),
  }
}

/** The names that contain any of the words, and which ones; names that contain most of them come first. */
async function namesHolding(db: Db, words: string[]) {
  const tests = words.map((word) => sql`name ilike ${containing(word)}`)
  const number = tests.map((test) => sql`(${test})::int`)
  const { rows } = await sql<{ id: Id; holds: boolean[] }>`${sql.raw(unprepared)}
    select id, array[${sql.join(tests)}] as holds from asset_names where ${sql.join(tests, sql` or `)}
    order by ${sql.join(number, sql` + `)} desc limit ${mostNames}`.execute(db)
  return rows
}

/**
 * Each word is in the name or in a code. Every combination is a test of its own, so that PostgreSQL can
 * intersect indexes or choose the rarest word. A combination that no name allows is left out.
 */
async function wordTests(db: Db, words: string[], { isLong, fields }: Among): Promise<Tests> {
  const names = await namesHolding(db, words)
  const idsHolding = (inName: number[]) =>
    names.filter(({ holds }) => inName.every((at) => holds[at])).map(({ id }) => id)
  const each = words.map((word, at) => {
    const codes = codesTests(word, isLong)
    const ids = idDigits(word) === undefined ? [] : [idBegins(word), idEnds(word)]
    const own = ownTests(word, { isLong, fields })
    return {
      indexed: anyOf([codes.indexed, ...ids, ...own.indexed]),
      inOrder: anyOf([codes.inOrder, idHolds(word), isNamed(idsHolding([at])), ...own.inOrder]),
    }
  })
  const found = subsets(words.length).flatMap((inName) => {
    const ids = inName.length === 0 ? undefined : idsHolding(inName)
    if (ids?.length === 0) return []
    const inCodes = each.filter((_, at) => !inName.includes(at)).map(({ indexed }) => indexed)
    return [sql.join([...(ids === undefined ? [] : [isNamed(ids)]), ...inCodes], sql` and `)]
  })
  return {
    found,
    inOrder: sql`(${sql.join(
      each.map(({ inOrder }) => inOrder),
      sql` and `,
    )})`,
  }
}

/** All subsets of the first numbers. */
const subsets = (size: number): number[][] =>
  size === 0 ? [[]] : subsets(size - 1).flatMap((one) => [one, [...one, size - 1]])
