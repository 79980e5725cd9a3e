import type { Id } from '#kernel/db/db.ts'
import type { Result } from '#kernel/jobs/bulk-results.ts'
import { said } from '#kernel/messages.ts'

/** Records that a job put down, of which there is nothing to say. */
export const doneWith = (ids: readonly Id[]): Result[] =>
  ids.map((_id) => ({ _id, assetTagId: null, ok: true, ...said({ code: 'done' }) }))
