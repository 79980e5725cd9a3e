import { expect, test } from 'vitest'
import { ApiError } from '#kernel/http/api-error.ts'
import { outcomeOfError } from './send-outcome.ts'

test.each([
  ['no network', new ApiError(0, { code: 'network' }), 'stop'],
  ['a server that is down', new ApiError(503, { code: 'unexpected' }), 'stop'],
  ['the end of the session', new ApiError(401, { code: 'unauthenticated' }), 'stop'],
  ['too many requests', new ApiError(429, { code: 'unexpected' }), 'stop'],
  ['a defect of the app', new TypeError(), 'stop'],
  ['an inventory that is being started', new ApiError(409, { code: 'inventory-busy' }), 'busy'],
  ['a word of the server', new ApiError(404, { code: 'not-found' }), 'refused'],
  ['a page of a proxy that finds the part too large', new ApiError(413, { code: 'unexpected' }), 'too-large'],
  ['a page of a proxy that forbids the part', new ApiError(403, { code: 'unexpected' }), 'blocked'],
] as const)('%s', (_name, error, outcome) => {
  expect(outcomeOfError(error)).toBe(outcome)
})
