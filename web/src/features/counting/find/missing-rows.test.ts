import { expect, test } from 'vitest'
import { missingRows } from './missing-rows.ts'
import type { Heard } from './strength.ts'

const asset = (tag: string, placeId = 'other') => ({ tag, assetTagId: tag, assetName: 'Chair', placeId })
const left = [asset('A'), asset('B'), asset('C'), asset('D', 'here'), asset('E')]

test('the strongest are first, then those that were read, then those of this room', () => {
  const heard = new Map<string, Heard>([
    ['B', { level: 90, at: 1000, count: 1 }],
    ['C', { level: 30, at: 1000, count: 1 }],
    ['E', { level: 80, at: -9000, count: 1 }],
  ])
  const known = { placeId: 'here', isRead: (tag: string) => tag === 'E', of: (tag: string) => heard.get(tag) }
  const rows = missingRows(left, known, 1000)
  expect(rows.map(({ tag }) => tag)).toEqual(['B', 'C', 'E', 'D', 'A'])
  expect(rows.filter(({ isRead }) => isRead).map(({ tag }) => tag)).toEqual(['E'])
})

test('small changes of the signal do not move rows', () => {
  const orderWith = (level: number) => {
    const heard: Heard = { level, at: 1000, count: 1 }
    const known = {
      placeId: 'here',
      isRead: () => true,
      of: (tag: string) => ('AB'.includes(tag) ? heard : undefined),
    }
    return missingRows(left, known, 1000).map(({ tag }) => tag)
  }
  expect(orderWith(58)).toEqual(orderWith(62))
})
