import { expect, test } from 'vitest'
import { isOwnRequest, isRenewed, noteOwnRequest, noteRenewed } from './own-requests.ts'

test('a call is the own one of the tab that had its answer', () => {
  noteOwnRequest('mine', 200, 1000)
  expect(isOwnRequest('mine', 2000)).toBe(true)
  expect(isOwnRequest('from the phone', 2000)).toBe(false)
  expect(isOwnRequest(undefined, 2000)).toBe(false)
})

test('what a job does long after the call that asked for it is news', () => {
  noteOwnRequest('started a job', 202, 1000)
  expect(isOwnRequest('started a job', 12_000)).toBe(false)
})

test('an answer without an id is no call to remember', () => {
  noteOwnRequest(null, 200, 1000)
  expect(isOwnRequest(undefined, 1000)).toBe(false)
})

test('the stream tells nothing new of a change whose kinds the tab has fetched again', () => {
  noteRenewed(['place'], 500)
  noteOwnRequest('a change', 200, 1000)
  noteRenewed(['asset'], 1000)
  expect(isRenewed('asset', 'a change', 1500)).toBe(true)
  // Fetched before the change was answered, or not at all.
  expect(isRenewed('place', 'a change', 1500)).toBe(false)
  expect(isRenewed('brand', 'a change', 1500)).toBe(false)
  expect(isRenewed('asset', 'from the phone', 1500)).toBe(false)
})

test('what a job goes on with is news, also where its kinds were fetched again', () => {
  noteOwnRequest('a job', 202, 1000)
  noteRenewed(['asset'], 1001)
  expect(isRenewed('asset', 'a job', 1500)).toBe(false)
})
