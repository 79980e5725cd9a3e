import { z } from 'zod'

/** Every way a call can be refused, and the HTTP status it answers with. */
export const problems = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  stale: 412,
  'too-large': 413,
  unsupported: 415,
  mismatch: 422,
  throttled: 429,
  internal: 500,
  unavailable: 503,
} as const
export type ProblemCode = keyof typeof problems

export const problem = z.object({
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
  message: z.string(),
  error: z.string().describe('The same text as message; the asset calls read it from here.'),
  fields: z.record(z.string(), z.string()).optional().describe('One text for each field that was wrong.'),
  requestId: z.string(),
})
export type ProblemBody = z.infer<typeof problem>
