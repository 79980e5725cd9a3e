import { z } from 'zod'

/** The version of an editable record, which grows with each change. */
export const version = z
  .number()
  .int()
  .describe(
    'Goes up with every change. Send it with a change, so that nobody overwrites the change of somebody else.',
  )

/** The version that a change was based on; clients that leave it out overwrite whatever is there. */
export const editedVersion = z
  .number()
  .int()
  .positive()
  .optional()
  .describe('The version that was edited. 409 if the record has another one by now.')

/** The changes of other people since the version that was edited. */
export const conflict = z.object({
  version: version.describe(
    'The present version. Send it with a change that takes these changes into account.',
  ),
  changes: z.array(
    z.object({
      field: z.string().describe('As a change of the record names it.'),
      value: z.unknown().describe('The present value, as a change of the record takes it.'),
      text: z.string().nullable().describe('The names behind the ids of the value; null where it has none.'),
      by: z.string().nullable().describe('The person who changed it last; null where nobody was signed in.'),
      at: z.string(),
    }),
  ),
})
export type Conflict = z.infer<typeof conflict>
