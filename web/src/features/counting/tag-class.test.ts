import { expect, test } from 'vitest'
import { classOf } from './tag-class.ts'

const asset = (tag: string, placeId: string) => ({ tag, placeId, assetTagId: 'A1', assetName: 'Chair' })
const byTag = new Map([asset('A', 'here'), asset('B', 'there')].map((one) => [one.tag, one]))

test('a device that knows the expected assets classifies tags', () => {
  const classes = ['A', 'B', 'C'].map((tag) => classOf({ isComplete: true, byTag }, 'here', tag))
  expect(classes).toEqual(['found', 'elsewhere', 'unknown'])
})

test('a device that knows only some of them calls no tag unknown', () => {
  expect(classOf({ isComplete: false, byTag }, 'here', 'C')).toBe('counted')
})

test('a blind count classifies nothing', () => {
  expect(classOf(undefined, 'here', 'A')).toBe('counted')
})
