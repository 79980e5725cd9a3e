import { gs1Tag } from '@ats/contract/epc.ts'
import { privateTag } from '@ats/contract/private-tag.ts'
import type { TagSeries } from '@ats/contract/tag-series.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { invalid } from '#kernel/http/problem.ts'
import { reserveBlock, voidNumber } from './numbers.ts'
import { allTagSeries, tagOf } from './queries.ts'

const seriesById = async (db: Db, wanted: Id | undefined) =>
  (await allTagSeries(db)).find(({ id }) => id === wanted)

/** A series that gives out numbers. */
export async function openSeries(db: Db, wanted: Id | undefined): Promise<TagSeries | undefined> {
  const series = await seriesById(db, wanted)
  return series?.retired ? undefined : series
}

/** Reserves the next numbers of a series for as many assets; returns their tags. */
export async function reserveTags(tx: Db, actor: Actor, seriesId: Id | undefined, count: number) {
  const series = await seriesById(tx, seriesId)
  if (series === undefined) throw invalid('tagSeriesId', 'tag-series-unknown')
  const { firstSerial } = await reserveBlock(tx, actor, series.id, count)
  return Array.from({ length: count }, (_, at) => tagOf(series, BigInt(firstSerial) + BigInt(at)))
}

/** Reserves the next number of a series for an asset; returns its tag. */
export async function reserveTag(tx: Db, actor: Actor, seriesId: Id | undefined): Promise<string> {
  const [tag = ''] = await reserveTags(tx, actor, seriesId, 1)
  return tag
}

/** The series and the number that a tag was made from; undefined if there is none. */
async function numberOf(tx: Db, tag: string): Promise<{ seriesId: Id; serial: string } | undefined> {
  const own = privateTag(tag)
  const gs1 = gs1Tag(tag)
  const serial = own?.serial ?? gs1?.serial ?? gs1?.reference
  if (serial === undefined) return undefined
  const isOf =
    own === null
      ? sql`scheme = ${gs1?.scheme} and company_prefix = ${gs1?.companyPrefix}
        and item_reference is not distinct from ${gs1?.scheme === 'sgtin' ? gs1.reference : null}`
      : sql`scheme = 'private' and organisation = ${own.organisation}`
  const { rows } = await sql<{ id: Id }>`select id from tag_series where ${isOf}
    and ${serial}::bigint between first_serial and next_serial - 1`.execute(tx)
  return rows[0] && { seriesId: rows[0].id, serial }
}

/** Declares the number of a tag void, which must be on no asset. A tag of no series has no number. */
export async function voidTag(tx: Db, actor: Actor, tag: string, reason: string) {
  const number = await numberOf(tx, tag)
  if (number !== undefined) await voidNumber(tx, actor, number.seriesId, { serial: number.serial, reason })
}
