import type { ProblemBody } from '@ats/contract/problems/body.ts'
import type { MessageCode } from '@ats/contract/problems.ts'

export class ApiError extends Error {
  readonly status: number
  readonly code: MessageCode | 'network' | 'unexpected'
  readonly fields: Record<string, string>
  readonly requestId: string | undefined

  constructor(status: number, problem: Partial<Omit<ProblemBody, 'code'>> & { code: ApiError['code'] }) {
    super(problem.message ?? '')
    this.status = status
    this.code = problem.code
    this.fields = problem.fields ?? {}
    this.requestId = problem.requestId
  }
}

export const isForbidden = (error: unknown) => error instanceof ApiError && error.status === 403
export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

/** The server's own text where it gave one; the given one otherwise. */
export function messageOf(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError)) return otherwise
  return error.code === 'unexpected' || error.message === '' ? otherwise : error.message
}

/** What failed, and why: of an answer that never came, and of a defect, the reason alone says too little. */
export function failureText(error: unknown, failure: string): string {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return isRefused ? messageOf(error, failure) : failureWithReason(error, failure)
}

export const failureWithReason = (error: unknown, failure: string) =>
  `${failure} ${messageOf(error, '')}`.trim()
