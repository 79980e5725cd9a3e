import { z } from 'zod'

/** What rows of assets show of the fields of the organisation. */
export const shownOwnValues = {
  fields: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .optional()
    .describe('The values of the active fields that the caller may see, by the keys of the fields.'),
  fieldTexts: z
    .record(z.string(), z.string())
    .optional()
    .describe('The names behind people and places among the values.'),
}
