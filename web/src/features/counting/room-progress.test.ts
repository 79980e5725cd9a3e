import { expect, test } from 'vitest'
import { roomProgress } from './room-progress.ts'

const asset = (tag: string, assetName: string, placeId = 'room') => ({
  ...{ tag, assetName, placeId },
  assetTagId: `A${tag}`,
})
const assets = [asset('1', 'Table'), asset('2', 'Chair'), asset('3', 'Chair'), asset('4', 'Lamp', 'hall')]
const expected = { isComplete: true, byTag: new Map(assets.map((one) => [one.tag, one])) }

test('of the assets that are expected in the room, those left are listed by name', () => {
  const { read, total, left } = roomProgress(expected, 'room', new Set(['3', '4', '9'])) ?? {}
  expect([read, total, left?.map(({ tag }) => tag)]).toEqual([1, 3, ['2', '1']])
})

test('without all that is expected nothing is said, and so never in a blind count', () => {
  expect(roomProgress(undefined, 'room', new Set())).toBeUndefined()
  expect(roomProgress({ ...expected, isComplete: false }, 'room', new Set())).toBeUndefined()
})
