import type { ProblemBody } from '@ats/contract/problems/body.ts'
import type { MessageCode } from '@ats/contract/problems.ts'
import type { Conflict } from '@ats/contract/versions.ts'

export type { Conflict }

type Texts = Pick<Partial<ProblemBody>, 'message' | 'fields'>

/** The texts are looked up when they are shown, so that they follow the language. */
export class ApiError extends Error {
  readonly status: number
  readonly code: MessageCode | 'network' | 'unexpected'
  readonly requestId: string | undefined
  /** The changes of others that caused a conflict, if that is the reason. */
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

/** Treats a malformed id in the address like an unknown one. */
export const isUnknown = (error: unknown) =>
  isNotFound(error) || (error instanceof ApiError && error.status === 400)

/** The server's message if there is one, otherwise the given text. */
export function messageOf(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError)) return otherwise
  return error.code === 'unexpected' || error.message === '' ? otherwise : error.message
}

/**
 * What failed, followed by the reason. A 4xx response explains itself; a network error or a defect does not.
 */
export function failureText(error: unknown, failure: string): string {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return isRefused ? messageOf(error, failure) : failureWithReason(error, failure)
}

export const failureWithReason = (error: unknown, failure: string) =>
  `${failure} ${messageOf(error, '')}`.trim()
