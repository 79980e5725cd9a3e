import type { BulkResult } from '@ats/contract/bulk.ts'
import type { Id } from '#kernel/db/db.ts'
import { messageFields } from '#kernel/messages.ts'

export type Result = BulkResult['results'][number]

/** Batches of distinct ids. Each batch is a separate transaction, so that nobody waits long for a locked row. */
export function* inBatches(ids: readonly Id[], size: number): Generator<Id[]> {
  const distinct = [...new Set(ids)]
  for (let from = 0; from < distinct.length; from += size) yield distinct.slice(from, from + size)
}

/** Results of records that cannot fail individually and are not shown one by one. */
export const allDone = (ids: readonly Id[]): Result[] =>
  ids.map((_id) => ({ _id, assetTagId: null, ok: true, ...messageFields({ code: 'done' }) }))

const mostListed = 1000

/** If there are many, only failed records and records with a message are listed. */
export function summary(
  results: Result[],
  needsAWord: (result: Result) => boolean = () => false,
): BulkResult {
  const failed = results.filter(({ ok }) => !ok)
  const listed = results.filter((result) => !result.ok || needsAWord(result))
  return {
    done: results.length - failed.length,
    failed: failed.length,
    results: results.length > mostListed ? listed : results,
  }
}
