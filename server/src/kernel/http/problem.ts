import { type ProblemCode, problems } from '@ats/contract/problems.ts'

type Details = { fields?: Record<string, string>; retryAfter?: number }

/** The one way to refuse a call. The message is for the person; the code decides the status. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfter: number | undefined

  constructor(code: ProblemCode, message: string, { fields, retryAfter }: Details = {}) {
    super(message)
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
  }

  get status() {
    return problems[this.code]
  }
}

/** The server had no room at that moment; the same thing may well work shortly. */
export const isBusy = (error: unknown) =>
  error instanceof Problem && error.code === 'unavailable' && error.retryAfter !== undefined

export function found<T>(row: T | undefined, what: string): T {
  if (row === undefined) throw new Problem('not-found', `${what} not found`)
  return row
}

/** One wrong field, said both at the field and as the message. */
export const invalid = (field: string, message: string) =>
  new Problem('invalid', message, { fields: { [field]: message } })
