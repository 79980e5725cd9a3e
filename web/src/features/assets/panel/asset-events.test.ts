import { describe, expect, test, vi } from 'vitest'
import { changedFacts, eventName } from './asset-events.ts'

// The catalogue reads the person's language from the browser.
vi.stubGlobal('localStorage', { getItem: () => null })

describe('a ledger event as text', () => {
  test('shows each changed fact before and after', () => {
    const event = { before: { model: 'A', place: 'Pune' }, after: { model: null, place: 'Pune > MM North' } }
    expect(changedFacts(event)).toEqual([
      { label: 'Location', before: 'Pune', after: 'Pune > MM North' },
      { label: 'Model', before: 'A', after: 'empty' },
    ])
  })

  test('shows only the given values of a registration', () => {
    const after = { assetName: 'Laptop', brand: null, image: null, deleted: false }
    expect(changedFacts({ before: null, after })).toEqual([
      { label: 'Asset Name', before: undefined, after: 'Laptop' },
    ])
  })

  test('says that an image was added or removed, without its file name', () => {
    expect(changedFacts({ before: { image: 'abc.webp' }, after: { image: null } })).toEqual([
      { label: 'Image', before: 'An image', after: 'No Image' },
    ])
  })

  test('shows a deletion without facts', () => {
    expect(changedFacts({ before: { deleted: false }, after: { deleted: true } })).toEqual([])
    expect(eventName('asset.deleted')).toBe('Deleted')
  })

  test('calls an unknown action a change', () => {
    expect(eventName('asset.something-new')).toBe('Changed')
  })
})
