import { expect, test } from 'vitest'
import { ApiError, failureText, failureWithReason, isUnknown, messageOf } from './api-error.ts'

const failure = 'Login failed. Please try again.'
const cut = new ApiError(0, { code: 'network', message: 'The server cannot be reached.' })
const defect = new ApiError(500, { code: 'internal', message: 'Something went wrong on the server.' })
const refused = new ApiError(401, { code: 'invalid', message: 'Invalid email or password.' })
const speechless = new ApiError(502, { code: 'unexpected', message: 'Unexpected answer' })

test('a refusal speaks for itself', () => {
  expect(failureText(refused, failure)).toBe('Invalid email or password.')
  expect(failureWithReason(refused, failure)).toBe(`${failure} Invalid email or password.`)
})

test('without an answer, what failed comes before the reason', () => {
  expect(failureText(cut, failure)).toBe(`${failure} The server cannot be reached.`)
})

test('what the server says of its own defect is shown', () => {
  expect(failureText(defect, failure)).toBe(`${failure} Something went wrong on the server.`)
  expect(messageOf(defect, failure)).toBe('Something went wrong on the server.')
})

test('where nobody gave a reason, what failed is all there is to say', () => {
  expect(failureText(speechless, failure)).toBe(failure)
  expect(failureText(new TypeError('x is undefined'), failure)).toBe(failure)
})

test('an id of a wrong form is as unknown as one without a record', () => {
  const statuses = [400, 403, 404, 500]
  const errors = statuses.map((status) => new ApiError(status, { code: 'invalid' }))
  expect(errors.map(isUnknown)).toEqual([true, false, true, false])
  expect(isUnknown(null)).toBe(false)
})
