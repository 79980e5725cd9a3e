import { expect, test, vi } from 'vitest'

// The catalogue reads the person's language from the browser.
vi.stubGlobal('localStorage', { getItem: () => 'en' })
const { applyText, resultText, takenBackTexts } = await import('./import-counts.ts')

const counts = (fresh: number, changed: number, wrong = 0) => ({ new: fresh, changed, wrong })

test('a result lists only what happened, in singular or plural', () => {
  expect(
    [
      ...[counts(4, 2, 1), counts(1, 0), counts(0, 1), counts(0, 3, 2), counts(0, 0, 1)],
      counts(100_000, 1, 1200),
    ].map(resultText),
  ).toEqual([
    '4 assets registered, 2 changed, 1 row skipped.',
    '1 asset registered.',
    '1 asset changed.',
    '3 assets changed, 2 rows skipped.',
    'Nothing was changed, 1 row skipped.',
    '1,00,000 assets registered, 1 changed, 1,200 rows skipped.',
  ])
})

test('the button says what it does', () => {
  expect(
    [counts(1, 0), counts(3, 0), counts(0, 1), counts(0, 2), counts(3, 2), counts(0, 0)].map(applyText),
  ).toEqual([
    'Register 1 asset',
    'Register 3 assets',
    'Change 1 asset',
    'Change 2 assets',
    'Register 3, change 2',
    'Nothing to apply',
  ])
})

test('an undo says where the assets are', () => {
  expect(takenBackTexts({ binned: 2, reverted: 1, kept: 1 })).toEqual([
    '2 assets that it registered are in Deleted Assets.',
    '1 asset is as it was before.',
    '1 row could not be undone and was left as it is.',
  ])
  expect(takenBackTexts({ binned: 0, reverted: 0, kept: 0 })).toEqual([])
})
