import { expect, test, vi } from 'vitest'
import { m } from '#texts'
import { hiddenTexts } from './hidden-places.ts'

// The catalogue asks the browser for the person's language.
vi.stubGlobal('localStorage', { getItem: () => 'en' })

const hall = { _id: '1', name: 'Hall', inventoryId: 'INV-2026-0001' }

test('each place that is counted blind is named once, however many inventories count it', () => {
  const store = { ...hall, _id: '2', name: 'Store' }
  expect(hiddenTexts({ countsBlind: [hall, { ...hall, inventoryId: 'INV-2026-0002' }, store] })).toEqual([
    'Assets in Hall are hidden while you count it blind.',
    'Assets in Store are hidden while you count it blind.',
  ])
  expect(m.counted_blind_hidden({ place: 'Hall' }, { locale: 'hi' })).toContain('Hall')
})

test('a person who counts nothing blind is told nothing, nor is one whom an earlier version kept', () => {
  expect([hiddenTexts({ countsBlind: [] }), hiddenTexts({}), hiddenTexts(undefined)]).toEqual([[], [], []])
})
