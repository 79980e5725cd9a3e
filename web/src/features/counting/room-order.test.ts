import { expect, test } from 'vitest'
import { nextRoom, roomName, roomsWith } from './room-order.ts'

const room = (_id: string, names: string[], countedAt: string | null = null) => ({
  ...{ _id, names, countedAt },
  ...{ tags: 0, left: null },
})
const rooms = [
  room('1', []),
  room('2', ['Tower', 'Hall', 'Room 1'], '2026-11-16T06:00:00Z'),
  room('3', ['Tower', 'Hall', 'Room 2']),
  room('4', ['Annex', 'Store']),
]

test('a room is named by the end of its path, the place itself by its name', () => {
  expect(rooms.map((one) => roomName(one, ['Indore', 'Campus']))).toEqual([
    'Campus',
    'Room 1',
    'Room 2',
    'Store',
  ])
})

test('a search finds words anywhere in the path', () => {
  expect(roomsWith(rooms, 'tow 2').map(({ _id }) => _id)).toEqual(['3'])
  expect(roomsWith(rooms, '')).toHaveLength(4)
})

test('the next room is the next uncounted one, wrapping around, and never a place that contains rooms', () => {
  expect(nextRoom(rooms, '1')?._id).toBe('3')
  expect(nextRoom(rooms, '3')?._id).toBe('4')
  expect(nextRoom(rooms, '4')?._id).toBe('3')
  expect(nextRoom([rooms[1] ?? room('2', [])], '2')).toBeUndefined()
})
