import type { OwnFieldDefinition } from '@ats/contract/own-fields/definitions.ts'
import { expect, test } from 'vitest'
import { orderOf, sectionsOf, withFieldMoved, withGroupMoved } from './ordering.ts'

const groups = ['g', 'h'].map((id) => ({ id, label: id, labelHi: null }))
const field = (id: string, group: string | null, retired = false) =>
  ({ id, retired, group: groups.find((one) => one.id === group) ?? null }) as OwnFieldDefinition
const sections = sectionsOf(
  [field('a', null), field('b', 'g'), field('c', 'g'), field('old', 'g', true)],
  groups,
)
const ids = (moved = sections) =>
  orderOf(moved)
    .fields.map(({ id }) => id)
    .join('')

test('fields without a group come first, and retired ones have no place', () => {
  expect(orderOf(sections)).toEqual({
    groupIds: ['g', 'h'],
    fields: [
      { id: 'a', groupId: null },
      { id: 'b', groupId: 'g' },
      { id: 'c', groupId: 'g' },
    ],
  })
})

test('a field moves within its group, and not beyond its ends', () => {
  expect(ids(withFieldMoved(sections, 'c', -1))).toBe('acb')
  expect(withFieldMoved(sections, 'c', 1)).toBeUndefined()
  expect(withFieldMoved(sections, 'a', -1)).toBeUndefined()
})

test('a group moves among the groups, below the fields without one', () => {
  expect(orderOf(withGroupMoved(sections, 'h', -1) ?? []).groupIds).toEqual(['h', 'g'])
  expect(withGroupMoved(sections, 'g', -1)).toBeUndefined()
  expect(withGroupMoved(sections, 'h', 1)).toBeUndefined()
})
