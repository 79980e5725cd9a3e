import { z } from 'zod'
import { type MessageCode, messages } from '../problems.ts'
import { conflict } from '../versions.ts'
import { messageCode, messageParams } from './message.ts'

/** The body of an error response. */
export const problem = z.object({
  code: z.enum(Object.keys(messages) as [MessageCode, ...MessageCode[]]),
  params: messageParams,
  message: z.string().describe('The English text of the code.'),
  error: z.string().describe('The same text as message; the asset calls read it from here.'),
  fields: z.record(z.string(), z.string()).optional().describe('One text for each field that was wrong.'),
  fieldCodes: z
    .record(z.string(), z.object({ code: messageCode, params: messageParams }))
    .optional()
    .describe('The same by code and parameters.'),
  conflict: conflict.optional().describe('With record-changed-meanwhile: what others changed.'),
  requestId: z.string(),
})
export type ProblemBody = z.infer<typeof problem>
