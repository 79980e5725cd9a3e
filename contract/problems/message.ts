import { z } from 'zod'
import type { MessageCode } from '../problems.ts'

// The table of texts itself is not needed in a browser, so these schemas know only the type of its codes.

export const messageCode = z
  .string()
  .describe('One of the codes that a Problem has.') as unknown as z.ZodType<MessageCode>

export const messageParams = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .optional()
  .describe('What the text of the code was filled with, where it takes something.')

/** What is said of one thing: in English, and by code for other languages. */
export const saidOfOne = { message: z.string(), code: messageCode, params: messageParams }

/** The same of work, while there is something to say of it. Old records have no code. */
export const saidOfWork = (about: string) => ({
  message: z.string().nullable().describe(about),
  code: messageCode.nullable(),
  params: messageParams,
})
