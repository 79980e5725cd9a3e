import { expect, test } from 'vitest'
import { stepOf } from './registration-step.ts'

const [first, second, third] = ['E2000000AAAA0001', 'E2000000AAAA0002', 'E2000000AAAA0003']
const now = {
  tag: first,
  isTaken: false,
  isComplete: true,
  isSending: false,
  keepsValues: false,
  registersOnScan: false,
  waiting: [],
}
const keeping = { ...now, keepsValues: true }

test('a scan into an empty box is put there, or registered where that is wanted and nothing is missing', () => {
  expect(stepOf(first, { ...now, tag: ' ' })).toBe('put')
  expect(stepOf(first, { ...keeping, tag: '', registersOnScan: true })).toBe('register')
  expect(stepOf(first, { ...keeping, tag: '', registersOnScan: true, isComplete: false })).toBe('put')
})

test('the same tag again, there or waiting, in either case and with dashes, is one scan', () => {
  expect(stepOf('e200-0000-aaaa-0001', now)).toBe('ignore')
  expect(stepOf(second, { ...now, waiting: [second] })).toBe('ignore')
})

test('over an unsaved one it is asked about, or the first is registered where its values are kept', () => {
  expect(stepOf(second, now)).toBe('ask')
  expect(stepOf(second, keeping)).toBe('register-first')
  expect(stepOf(second, { ...keeping, isComplete: false })).toBe('ask')
})

test('it waits while one is sent, and behind others that wait, without another question', () => {
  expect(stepOf(second, { ...now, isSending: true })).toBe('wait')
  expect(stepOf(third, { ...now, waiting: [second] })).toBe('wait')
})

test('a tag that an asset carries already gives way, unless others come first', () => {
  expect(stepOf(second, { ...now, isTaken: true })).toBe('put')
  expect(stepOf(second, { ...keeping, isTaken: true, registersOnScan: true })).toBe('register')
  expect(stepOf(third, { ...now, isTaken: true, waiting: [second] })).toBe('wait')
})
