import type { Endpoint } from '@ats/contract/endpoint.ts'
import type { Call, TestApp } from './app.ts'

/**
 * A request that would change something out of scope, and the expected error statuses; `each`: 200, and
 * nothing is done.
 */
export type Attempt = { endpoint: Endpoint; input: (t: TestApp) => Promise<Call>; refused: number[] | 'each' }

type Input = Call | Attempt['input']
export const attempt = (endpoint: Endpoint, input: Input, refused: Attempt['refused']): Attempt => ({
  endpoint,
  input: typeof input === 'function' ? input : async () => input,
  refused,
})
