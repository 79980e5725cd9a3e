import { describe, expect, test, vi } from 'vitest'
import { changedFacts, eventName } from './asset-events.ts'

// The catalogue reads the person's language from the browser.
vi.stubGlobal('localStorage', { getItem: () => null })

describe('an event of the ledger in words', () => {
  test('names each changed fact with what it was and what it is', () => {
    const event = { before: { model: 'A', place: 'Pune' }, after: { model: null, place: 'Pune > MM North' } }
    expect(changedFacts(event)).toEqual([
      { label: 'Location', before: 'Pune', after: 'Pune > MM North' },
      { label: 'Model', before: 'A', after: 'empty' },
    ])
  })

  test('shows of a registration only what was given', () => {
    const after = { assetName: 'Laptop', brand: null, image: null, deleted: false }
    expect(changedFacts({ before: null, after })).toEqual([
      { label: 'Asset Name', before: undefined, after: 'Laptop' },
    ])
  })

  test('says that a picture came or went, not what its file is called', () => {
    expect(changedFacts({ before: { image: 'abc.webp' }, after: { image: null } })).toEqual([
      { label: 'Image', before: 'An image', after: 'No Image' },
    ])
  })

  test('tells of a deletion by its name alone', () => {
    expect(changedFacts({ before: { deleted: false }, after: { deleted: true } })).toEqual([])
    expect(eventName('asset.deleted')).toBe('Deleted')
  })

  test('calls what it does not know a change', () => {
    expect(eventName('asset.something-new')).toBe('Changed')
  })
})
