import { z } from 'zod'
import type { MessageCode } from '../problems.ts'

// A browser does not need the whole table of texts, so these schemas use only the type of its codes.

export const messageCode = z
  .string()
  .describe('One of the codes that a Problem has.') as unknown as z.ZodType<MessageCode>

export const messageParams = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .optional()
  .describe('What the text of the code was filled with, where it takes something.')

/** A message about one thing: the English text, and the code for other languages. */
export const saidOfOne = { message: z.string(), code: messageCode, params: messageParams }

/** The same for background work; null while there is nothing to say. Old records have no code. */
export const saidOfWork = (about: string) => ({
  message: z.string().nullable().describe(about),
  code: messageCode.nullable(),
  params: messageParams,
})
