import { expect, test } from 'vitest'
import { ApiError, failureText, failureWithReason, isUnknown, messageOf } from './api-error.ts'

const failure = 'Login failed. Please try again.'
const cut = new ApiError(0, { code: 'network', message: 'The server cannot be reached.' })
const defect = new ApiError(500, { code: 'internal', message: 'Something went wrong on the server.' })
const refused = new ApiError(401, { code: 'invalid', message: 'Invalid email or password.' })
const speechless = new ApiError(502, { code: 'unexpected', message: 'Unexpected answer' })

test('a 4xx response is shown without a prefix', () => {
  expect(failureText(refused, failure)).toBe('Invalid email or password.')
  expect(failureWithReason(refused, failure)).toBe(`${failure} Invalid email or password.`)
})

test('without a response, what failed comes before the reason', () => {
  expect(failureText(cut, failure)).toBe(`${failure} The server cannot be reached.`)
})

test('the message of a 5xx response is shown', () => {
  expect(failureText(defect, failure)).toBe(`${failure} Something went wrong on the server.`)
  expect(messageOf(defect, failure)).toBe('Something went wrong on the server.')
})

test('without a reason only what failed is shown', () => {
  expect(failureText(speechless, failure)).toBe(failure)
  expect(failureText(new TypeError('x is undefined'), failure)).toBe(failure)
})

test('a malformed id is treated like an unknown one', () => {
  const statuses = [400, 403, 404, 500]
  const errors = statuses.map((status) => new ApiError(status, { code: 'invalid' }))
  expect(errors.map(isUnknown)).toEqual([true, false, true, false])
  expect(isUnknown(null)).toBe(false)
})
