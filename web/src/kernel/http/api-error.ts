import type { ProblemBody } from '@ats/contract/problems/body.ts'
import type { MessageCode } from '@ats/contract/problems.ts'
import type { Conflict } from '@ats/contract/versions.ts'

export type { Conflict }

type Texts = Pick<Partial<ProblemBody>, 'message' | 'fields'>

/** Its texts are read when they are shown, so that they follow the language. */
export class ApiError extends Error {
  readonly status: number
  readonly code: MessageCode | 'network' | 'unexpected'
  readonly requestId: string | undefined
  /** What others changed meanwhile, where that is why. */
  readonly conflict: Conflict | undefined
  readonly #texts: () => Texts

  constructor(
    status: number,
    problem: Texts & {
      code: ApiError['code']
      requestId?: string | undefined
      conflict?: Conflict | undefined
    },
    texts: () => Texts = () => problem,
  ) {
    super()
    this.status = status
    this.code = problem.code
    this.requestId = problem.requestId
    this.conflict = problem.conflict
    this.#texts = texts
  }

  override get message(): string {
    return this.#texts().message ?? ''
  }

  get fields(): Record<string, string> {
    return this.#texts().fields ?? {}
  }
}

export const isForbidden = (error: unknown) => error instanceof ApiError && error.status === 403
export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

/** The record of an address: an id of a wrong form is as unknown as one without a record within scope. */
export const isUnknown = (error: unknown) =>
  isNotFound(error) || (error instanceof ApiError && error.status === 400)

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
