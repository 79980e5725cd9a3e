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

test('a scan into an empty field fills it, or registers if that is chosen and nothing is missing', () => {
  expect(stepOf(first, { ...now, tag: ' ' })).toBe('put')
  expect(stepOf(first, { ...keeping, tag: '', registersOnScan: true })).toBe('register')
  expect(stepOf(first, { ...keeping, tag: '', registersOnScan: true, isComplete: false })).toBe('put')
})

test('the same tag again, current or waiting, in any case and with dashes, is one scan', () => {
  expect(stepOf('e200-0000-aaaa-0001', now)).toBe('ignore')
  expect(stepOf(second, { ...now, waiting: [second] })).toBe('ignore')
})

test('a scan over an unsaved tag raises a question, or registers the first if values are kept', () => {
  expect(stepOf(second, now)).toBe('ask')
  expect(stepOf(second, keeping)).toBe('register-first')
  expect(stepOf(second, { ...keeping, isComplete: false })).toBe('ask')
})

test('a scan waits while one is sent, and behind other waiting tags, without another question', () => {
  expect(stepOf(second, { ...now, isSending: true })).toBe('wait')
  expect(stepOf(third, { ...now, waiting: [second] })).toBe('wait')
})

test('a tag that is already in use is replaced, unless others are waiting', () => {
  expect(stepOf(second, { ...now, isTaken: true })).toBe('put')
  expect(stepOf(second, { ...keeping, isTaken: true, registersOnScan: true })).toBe('register')
  expect(stepOf(third, { ...now, isTaken: true, waiting: [second] })).toBe('wait')
})
