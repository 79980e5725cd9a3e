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

/** The server's own text where it gave one that helps; the given one otherwise. */
export function messageOf(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError)) return otherwise
  return error.code === 'internal' || error.code === 'unexpected' || error.message === ''
    ? otherwise
    : error.message
}
