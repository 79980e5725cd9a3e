import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { invalid } from '#kernel/http/problem.ts'
import { reserveBlock } from './numbers.ts'

/** Reserves the next number of a series for an asset; returns its tag. */
export async function reserveTag(tx: Db, actor: Actor, seriesId: Id): Promise<string> {
  const series = tx.selectFrom('tag_series').select('id').where('id', '=', seriesId)
  if ((await series.executeTakeFirst()) === undefined) throw invalid('tagSeriesId', 'tag-series-unknown')
  return (await reserveBlock(tx, actor, seriesId, 1)).firstTag
}
