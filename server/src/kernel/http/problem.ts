import type {
  FilledCode,
  Message,
  MessageCode,
  ParamsOf,
  PlainCode,
  RefusalCode,
} from '@ats/contract/problems.ts'
import { englishOf, messages } from '@ats/contract/problems.ts'
import type { Conflict } from '@ats/contract/versions.ts'

type Details = { fields?: Record<string, Message>; retryAfter?: number; conflict?: Conflict }
type NoParams = Record<string, never>
type Filled = FilledCode & RefusalCode

type Given =
  | [code: PlainCode & RefusalCode, params?: NoParams, details?: Details]
  | { [Code in Filled]: [code: Code, params: ParamsOf<Code>, details?: Details] }[Filled]

/**
 * The only way to return an error: a code of the contract, which has a status and a text, with the parameters
 * of the text.
 */
export class Problem extends Error {
  readonly reason: Message
  readonly fields: Record<string, Message> | undefined
  readonly retryAfter: number | undefined
  readonly conflict: Conflict | undefined

  constructor(...[code, params, { fields, retryAfter, conflict } = {}]: Given) {
    const reason = { code, ...(params && Object.keys(params).length > 0 && { params }) } as Message
    super(englishOf(reason))
    this.reason = reason
    this.fields = fields
    this.retryAfter = retryAfter
    this.conflict = conflict
  }

  get code(): MessageCode {
    return this.reason.code
  }

  get status() {
    return messages[this.code].status
  }
}

/** The server was overloaded at that moment; a retry may succeed soon. */
export const isBusy = (error: unknown) =>
  error instanceof Problem && error.status === 503 && error.retryAfter !== undefined

export const problemOf = ({ code, params }: Message, details?: Details): Problem =>
  new Problem(...([code, params, details] as Given))

type MissingCode = Extract<PlainCode, `${string}-not-found`>

export function found<T>(row: T | undefined, code: MissingCode): T {
  if (row === undefined) throw new Problem(code)
  return row
}

/** Errors of fields; the first one is also the message. */
export function invalidFields(fields: Record<string, Message>): Problem {
  const [first = { code: 'field-required' }] = Object.values(fields)
  return problemOf(first, { fields })
}

type Field =
  | [field: string, code: PlainCode & RefusalCode]
  | { [Code in Filled]: [field: string, code: Code, params: ParamsOf<Code>] }[Filled]

/** An error of one field, which is also the message. */
export const invalid = (...[field, code, params]: Field) =>
  invalidFields({ [field]: { code, ...(params && { params }) } as Message })
