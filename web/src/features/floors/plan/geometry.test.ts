import { expect, test } from 'vitest'
import { cutText, inReadingOrder, labelFor, nextRoom } from './geometry.ts'

const room = (name: string, x: number, y: number, width = 0.2, height = 0.2) => ({
  name,
  box: { x, y, width, height },
})
const [a, b, c, d] = [room('a', 0, 0), room('b', 0.3, 0.05), room('c', 0.05, 0.4), room('d', 0.6, 0.7)]
const all = [d, c, b, a]

test('an arrow key leads to the nearest room in its direction, straight ahead first', () => {
  expect(nextRoom(all, a.box, 'right')).toBe(b)
  expect(nextRoom(all, a.box, 'down')).toBe(c)
  expect(nextRoom(all, b.box, 'left')).toBe(a)
  expect(nextRoom(all, c.box, 'up')).toBe(a)
  expect(nextRoom(all, c.box, 'right')).toBe(b)
  expect(nextRoom(all, d.box, 'up')).toBe(b)
  expect(nextRoom(all, a.box, 'up')).toBeUndefined()
  expect(nextRoom(all, d.box, 'right')).toBeUndefined()
})

test('every room of a grid is reached by arrow keys', () => {
  const grid = Array.from({ length: 100 }, (_, at) =>
    room(`${at}`, (at % 10) / 10, Math.floor(at / 10) / 10, 0.09, 0.09),
  )
  let current = grid[0]
  const seen: string[] = []
  for (let row = 0; row < 10; row += 1) {
    for (let column = 0; column < 10; column += 1) {
      seen.push(current?.name ?? '')
      const next = current && nextRoom(grid, current.box, row % 2 === 0 ? 'right' : 'left')
      if (column < 9) current = next
    }
    current = current && nextRoom(grid, current.box, 'down')
  }
  expect(new Set(seen).size).toBe(100)
})

test('rooms are in reading order: rows from top to bottom, each from left to right', () => {
  expect(inReadingOrder(all).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
})

test('a text is cut to its width, or left out', () => {
  expect(cutText('Store', 100, 11)).toBe('Store')
  expect(cutText('Server Room North', 60, 11)).toMatch(/^Server.*…$/)
  expect(cutText('Server Room North', 15, 11)).toBe('')
  expect(cutText('सर्वर कक्ष उत्तर', 60, 11)).toMatch(/…$/)
})

test('a label never exceeds its room', () => {
  expect(labelFor({ width: 120, height: 60 }, '12', 'Store')).toMatchObject({ figure: '12', name: 'Store' })
  expect(labelFor({ width: 120, height: 18 }, '12', 'Store')).toMatchObject({ figure: '12', name: '' })
  expect(labelFor({ width: 10, height: 8 }, '12', 'Store')).toMatchObject({ figure: '', name: '' })
  for (const width of [5, 20, 40, 80, 160])
    for (const height of [5, 15, 30, 60, 120]) {
      const label = labelFor({ width, height }, '1,234', 'Conference Room')
      const used = (label.figure ? label.figureSize : 0) + (label.name ? label.nameSize : 0)
      expect(used).toBeLessThanOrEqual(height)
    }
})
