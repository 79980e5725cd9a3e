import { expect, test, vi } from 'vitest'
import { m } from '#texts'
import { hiddenTexts } from './hidden-places.ts'

// The catalogue reads the person's language from the browser.
vi.stubGlobal('localStorage', { getItem: () => 'en' })

const hall = { _id: '1', name: 'Hall', inventoryId: 'INV-2026-0001' }

test('each place that is counted blind is named once, even if several inventories count it', () => {
  const store = { ...hall, _id: '2', name: 'Store' }
  expect(hiddenTexts({ countsBlind: [hall, { ...hall, inventoryId: 'INV-2026-0002' }, store] })).toEqual([
    'Assets in Hall are hidden while you count it blind.',
    'Assets in Store are hidden while you count it blind.',
  ])
  expect(m.counted_blind_hidden({ place: 'Hall' }, { locale: 'hi' })).toContain('Hall')
})

test('a person without blind counts gets no text, nor does a user stored by an earlier version', () => {
  expect([hiddenTexts({ countsBlind: [] }), hiddenTexts({}), hiddenTexts(undefined)]).toEqual([[], [], []])
})
