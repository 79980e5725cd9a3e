import type { RoomFacts } from '@ats/contract/floors.ts'
import { expect, test, vi } from 'vitest'
import { figureOf, legendOf, stateTone } from './layers.ts'
import { runningInventories } from './running-inventories.ts'

// The catalogue reads the person's language from the browser.
vi.stubGlobal('localStorage', { getItem: () => null })

const facts = (given: Partial<RoomFacts>): RoomFacts => ({
  ...{ placeId: 'a', assets: 0, states: [], present: 0, strangers: 0, away: 0, count: null, matches: null },
  ...given,
})

test('assets have the colour of the most common state, and the share of each', () => {
  const states = [
    { state: 'Not-Working', assets: 3 },
    { state: 'Working', assets: 1 },
  ]
  const figure = figureOf('assets', facts({ assets: 4, states }))
  expect(figure).toMatchObject({ text: '4', tone: 'broken' })
  expect(figure.shares).toEqual([
    { tone: 'broken', share: 0.75 },
    { tone: 'working', share: 0.25 },
  ])
  expect(figure.words).toBe('4 assets, Not-Working 3, Working 1')
  expect(figureOf('assets', facts({})).tone).toBe('none')
  expect(stateTone('In repair')).toBe('other')
})

test('a count is waiting, begun or done', () => {
  const count = (found: number, expected: number, unexpected = 0) =>
    figureOf('count', facts({ count: { found, expected, unexpected } }))
  expect(count(0, 5)).toMatchObject({ text: '0/5', tone: 'waiting' })
  expect(count(2, 5).tone).toBe('part')
  expect(count(5, 5).tone).toBe('done')
  expect(count(0, 5, 1).tone).toBe('part')
  expect(count(0, 0).tone).toBe('none')
  expect(count(7, 5).shares).toEqual([{ tone: 'done', share: 1 }])
})

test('a room without facts, or without a count, has no figure', () => {
  expect(figureOf('now', undefined)).toMatchObject({ text: '', tone: 'none' })
  expect(figureOf('count', facts({}))).toMatchObject({ text: '', tone: 'none' })
})

test('assets from elsewhere weigh more than those that are away', () => {
  expect(figureOf('elsewhere', facts({ strangers: 2, away: 1 }))).toMatchObject({
    text: '+2 −1',
    tone: 'stranger',
  })
  expect(figureOf('elsewhere', facts({ away: 1 }))).toMatchObject({ text: '−1', tone: 'away' })
  expect(figureOf('elsewhere', facts({}))).toMatchObject({ text: '0', tone: 'none' })
})

test('the legend explains the states that occur', () => {
  const states = [
    { state: 'Not-Working', assets: 3 },
    { state: 'Working', assets: 1 },
  ]
  expect(legendOf('assets', [facts({ states })]).map(({ tone }) => tone)).toEqual(['working', 'broken'])
  expect(legendOf('count', []).map(({ tone }) => tone)).toEqual(['waiting', 'part', 'done'])
})

test('only inventories with progress in the property or around it can be shown', () => {
  const listed = (status: 'counting' | 'planned', placeNames: string[], total: number | null = 5) => ({
    ...{ status, placeNames, total },
  })
  const office = ['Indore', 'MM North', 'Head Office']
  const shown = [listed('counting', ['Indore']), listed('counting', [...office, 'Ground Floor'])]
  const hidden = [
    listed('planned', ['Indore']),
    listed('counting', ['Indore'], null),
    listed('counting', ['Indore', 'MM North', 'Warehouse']),
  ]
  expect(runningInventories([...hidden, ...shown], office)).toEqual(shown)
})
