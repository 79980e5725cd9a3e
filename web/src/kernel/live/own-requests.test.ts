import { expect, test } from 'vitest'
import { isOwnRequest, isRenewed, noteOwnRequest, noteRenewed } from './own-requests.ts'

test('a request belongs to the tab that received its response', () => {
  noteOwnRequest('mine', 200, 1000)
  expect(isOwnRequest('mine', 2000)).toBe(true)
  expect(isOwnRequest('from the phone', 2000)).toBe(false)
  expect(isOwnRequest(undefined, 2000)).toBe(false)
})

test('the work of a job long after its request is news', () => {
  noteOwnRequest('started a job', 202, 1000)
  expect(isOwnRequest('started a job', 12_000)).toBe(false)
})

test('a response without an id is not remembered', () => {
  noteOwnRequest(null, 200, 1000)
  expect(isOwnRequest(undefined, 1000)).toBe(false)
})

test('the stream has no news of a change whose kinds the tab has fetched again', () => {
  noteRenewed(['place'], 500)
  noteOwnRequest('a change', 200, 1000)
  noteRenewed(['asset'], 1000)
  expect(isRenewed('asset', 'a change', 1500)).toBe(true)
  // Fetched before the response, or never fetched.
  expect(isRenewed('place', 'a change', 1500)).toBe(false)
  expect(isRenewed('brand', 'a change', 1500)).toBe(false)
  expect(isRenewed('asset', 'from the phone', 1500)).toBe(false)
})

test('later work of a job is news, even if its kinds were fetched again', () => {
  noteOwnRequest('a job', 202, 1000)
  noteRenewed(['asset'], 1001)
  expect(isRenewed('asset', 'a job', 1500)).toBe(false)
})
