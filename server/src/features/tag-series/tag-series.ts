import type { TagSeries } from '@ats/contract/tag-series.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { invalid } from '#kernel/http/problem.ts'
import { reserveBlock } from './numbers.ts'
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
