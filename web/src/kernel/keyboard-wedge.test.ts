import { describe, expect, test } from 'vitest'
import { keyboardWedge } from './keyboard-wedge.ts'

const tag = '3414257BF40000000000162E'

function type(keys: string[], gap: number, reader = keyboardWedge(), start = 1000) {
  return keys.map((key, index) => reader.read(key, start + index * gap)).findLast((code) => code !== null)
}

describe('a burst of keys', () => {
  test('is a tag when it is fast and ends with Enter', () => {
    expect(type([...tag, 'Enter'], 8)).toBe(tag)
  })

  test('is no tag at the speed of a person', () => {
    expect(type([...tag, 'Enter'], 120)).toBeUndefined()
  })

  test('is no tag when Enter comes late', () => {
    const reader = keyboardWedge()
    type([...tag], 5, reader)
    expect(reader.read('Enter', 5000)).toBeNull()
  })

  test('is no tag when it is short', () => {
    expect(type([...'A1234', 'Enter'], 5)).toBeUndefined()
  })

  test('begins anew after a pause', () => {
    const reader = keyboardWedge()
    reader.read('s', 0)
    expect(type([...tag, 'Enter'], 5, reader)).toBe(tag)
  })

  test('does not mind the Shift keys between capitals', () => {
    expect(type(['Shift', 'A', 'Shift', 'B', ...'CDEF01', 'Enter'], 5)).toBe('ABCDEF01')
  })

  test('does not go on from one field to the next', () => {
    expect(type([...'Office Desk', 'Tab', ...'Delhi', 'Tab', 'Enter'], 5)).toBeUndefined()
  })

  test('is reported once', () => {
    const reader = keyboardWedge()
    expect(type([...tag, 'Enter'], 5, reader)).toBe(tag)
    expect(reader.read('Enter', 1130)).toBeNull()
  })
})
