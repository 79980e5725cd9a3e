import { z } from 'zod'
import { id } from './id.ts'
import { saidOfOne } from './problems/message.ts'

/** The result for each record of a request that changes many. */
export const bulkResult = z.object({
  done: z.number().int(),
  failed: z.number().int(),
  results: z
    .array(
      z.object({
        _id: z
          .uuid()
          .describe('The record, or the one that stands for it: the asset where no request could be made.'),
        assetTagId: z.string().nullable(),
        ok: z.boolean(),
        ...saidOfOne,
      }),
    )
    .describe('One row each; beyond a thousand only those that failed or need a word.'),
})
export type BulkResult = z.infer<typeof bulkResult>

/** Rows that a person unticked after selecting everything that matches a filter. */
export const exceptions = z.array(id).max(1000).optional().describe('With a filter: all but these.')
