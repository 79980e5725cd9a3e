import { expect, test } from 'vitest'
import { boxBetween, freeBox, movedBy, resizedBy, snappedBox, snappedPoint, withSide } from './boxes.ts'
import { bodyOf, draw, type Item, startOf } from './drawing.ts'

const box = { x: 0.1, y: 0.1, width: 0.2, height: 0.2 }

test('a rectangle stays within the plan', () => {
  expect(movedBy(box, { x: -1, y: 1 })).toEqual({ x: 0, y: 0.8, width: 0.2, height: 0.2 })
  expect(resizedBy(box, { x: 1, y: -1 })).toEqual({ x: 0.1, y: 0.1, width: 0.9, height: 0.005 })
  expect(boxBetween({ x: 0.5, y: 1.2 }, { x: 0.2, y: 0.9 })).toEqual({
    x: 0.2,
    y: 0.9,
    width: 0.3,
    height: 0.1,
  })
  expect(boxBetween({ x: 1, y: 1 }, { x: 1, y: 1 })).toEqual({
    x: 0.995,
    y: 0.995,
    width: 0.005,
    height: 0.005,
  })
  expect(withSide(box, 'x', 0.95)).toEqual({ ...box, x: 0.8 })
  expect(withSide(box, 'height', 0.5)).toEqual({ ...box, height: 0.5 })
})

test('edges near those of neighbours snap to them', () => {
  const neighbour = { x: 0.5, y: 0, width: 0.2, height: 0.3 }
  expect(snappedPoint({ x: 0.496, y: 0.304 }, [neighbour])).toEqual({ x: 0.5, y: 0.3 })
  expect(snappedPoint({ x: 0.4, y: 0.995 }, [])).toEqual({ x: 0.4, y: 1 })
  expect(snappedBox({ ...box, x: 0.297, y: 0.305 }, [neighbour])).toEqual({ ...box, x: 0.3, y: 0.3 })
  expect(snappedBox({ ...box, x: 0.2, y: 0.2 }, [neighbour])).toEqual({ ...box, x: 0.2, y: 0.2 })
})

test('a new rectangle is placed where nothing is drawn', () => {
  expect(freeBox([])).toEqual({ x: 0.05, y: 0.05, width: 0.15, height: 0.15 })
  const { x } = freeBox([{ x: 0, y: 0, width: 0.5, height: 0.5 }])
  expect(x).toBeGreaterThanOrEqual(0.5)
  expect(freeBox([{ x: 0, y: 0, width: 1, height: 1 }])).toMatchObject({ x: 0.425, y: 0.425 })
})

const room: Item = { key: 'r', placeId: 'r', label: 'Store', box }

test('steps are undone and redone, a drag as a whole', () => {
  let drawing = startOf({ shapes: [], rooms: [] })
  drawing = draw(drawing, { do: 'add', item: room })
  expect(drawing.selected).toBe('r')
  for (const [at, x] of [0.2, 0.3, 0.4].entries())
    drawing = draw(drawing, { do: 'drag', key: 'r', box: { ...box, x }, isFirst: at === 0 })
  expect(drawing.items[0]?.box.x).toBe(0.4)
  drawing = draw(drawing, { do: 'undo' })
  expect(drawing.items[0]?.box.x).toBe(0.1)
  drawing = draw(drawing, { do: 'undo' })
  expect([drawing.items.length, drawing.selected]).toEqual([0, null])
  drawing = draw(draw(drawing, { do: 'redo' }), { do: 'redo' })
  expect(drawing.items[0]?.box.x).toBe(0.4)
  drawing = draw(drawing, { do: 'remove', key: 'r' })
  expect(draw(drawing, { do: 'redo' })).toBe(drawing)
  expect(draw(drawing, { do: 'undo' }).items).toHaveLength(1)
})

test('rooms and shapes are sent apart, without rooms outside the scope', () => {
  const start = startOf({
    shapes: [{ box, label: 'Stairs ' }],
    rooms: [
      { box, placeId: 'a', name: 'Store', placeNames: [] },
      { box, placeId: null, name: null, placeNames: null },
    ],
  })
  expect(bodyOf(start.items)).toEqual({ shapes: [{ box, label: 'Stairs' }], rooms: [{ placeId: 'a', box }] })
})
