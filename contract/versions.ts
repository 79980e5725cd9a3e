import { z } from 'zod'

/** A record that people edit says how often it was changed. */
export const version = z
  .number()
  .int()
  .describe(
    'Goes up with every change. Send it with a change, so that nobody overwrites the change of somebody else.',
  )

/** What a change may name; programs that leave it out overwrite whatever is there. */
export const editedVersion = z
  .number()
  .int()
  .positive()
  .optional()
  .describe('The version that was edited. 412 if the record has another one by now.')
