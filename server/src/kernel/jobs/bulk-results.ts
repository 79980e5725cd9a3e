import type { BulkResult } from '@ats/contract/bulk.ts'
import type { Id } from '#kernel/db/db.ts'
import { messageFields } from '#kernel/messages.ts'

export type Result = BulkResult['results'][number]

/** Each once. A batch is a transaction of its own, so that nobody waits long for a row that is being changed. */
export function* inBatches(ids: readonly Id[], size: number): Generator<Id[]> {
  const distinct = [...new Set(ids)]
  for (let from = 0; from < distinct.length; from += size) yield distinct.slice(from, from + size)
}

/** Records of which none can fail alone, and whose results nobody reads one by one. */
export const allDone = (ids: readonly Id[]): Result[] =>
  ids.map((_id) => ({ _id, assetTagId: null, ok: true, ...messageFields({ code: 'done' }) }))

const mostListed = 1000

/** Where they are many, only those are listed that failed, or that there is something to say of. */
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
