import type { Endpoint } from '@ats/contract/endpoint.ts'
import type { Call, Person, TestApp } from './app.ts'
import type { Row } from './matrix-row.ts'

/** Reads and rejected requests change neither a person nor a record, so one person and one record serve all of them. */
export const changesNothing = ({ method }: Endpoint, wanted: number) => method === 'GET' || wanted >= 400

/**
 * Builds the requests of a row. Its record is created only once if no request changes it and it is not the
 * caller's own.
 */
export function requestsOf(t: TestApp, endpoint: Endpoint, { input }: Row) {
  const isOwn = input !== undefined && input.length > 1
  let kept: Promise<Call> | undefined
  return async (as: Person | null, wanted: number) => {
    const lasts = changesNothing(endpoint, wanted) && !isOwn
    if (lasts) kept ??= input?.(t, as)
    return t.call(as, endpoint, await (lasts ? kept : input?.(t, as)))
  }
}
