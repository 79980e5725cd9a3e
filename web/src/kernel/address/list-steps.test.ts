import { expect, test } from 'vitest'
import { type Listed, stepsFrom } from './list-steps.ts'

const shown: string[] = []
const show = (id: string) => shown.push(id)
const list = (turn: Listed['turn'] = {}): Listed => ({ ids: ['a', 'b', 'c'], turn })

test('from the middle of a list both steps lead to the neighbouring record', () => {
  const { previous, next } = stepsFrom(list(), 'b', show)
  previous?.()
  next?.()
  expect(shown.splice(0)).toEqual(['a', 'c'])
})

test('at the ends a step exists only if there is another page', () => {
  expect(stepsFrom(list(), 'a', show).previous).toBeUndefined()
  expect(stepsFrom(list(), 'c', show).next).toBeUndefined()
  let turned = 0
  const next = () => {
    turned += 1
  }
  stepsFrom(list({ next }), 'c', show).next?.()
  expect([turned, shown]).toEqual([1, []])
})

test('a record that is not in the list has no steps', () => {
  expect(stepsFrom(list({ next: () => undefined }), 'x', show)).toEqual({})
})
