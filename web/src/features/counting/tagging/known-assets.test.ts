import type { AssetToTag } from '@ats/contract/tagging/work.ts'
import { expect, test } from 'vitest'
import type { KeptEntry } from '../outbox/entries.ts'
import { assetCoded, assetsNow, assetsShown } from './known-assets.ts'

const asset = (number: number, given: Partial<AssetToTag> = {}): AssetToTag => ({
  ...{ assetId: `id-${number}`, assetTagId: `A000000${number}`, assetName: 'Chair', serialNo: null },
  ...{ placeId: 'room', tag: null, left: 'untagged', ...given },
})
const entry = (assetId: string, tag: string, given: Partial<KeptEntry> = {}): KeptEntry => ({
  ...{ id: tag, userId: 'u', driveId: 'd', label: '', at: 1 },
  entry: { kind: 'tagged', id: tag, placeId: 'room', at: '', assetId, tag, readBack: tag },
  ...given,
})
const refused = { code: 'tag-in-use' as const, message: '' }

test('what the device did since is known, and what was rejected is not', () => {
  const known = assetsNow([asset(1), asset(2)], [entry('id-1', 'E2AA'), entry('id-2', 'E2BB', { refused })])
  expect(known.byTag.get('E2AA')).toMatchObject({ assetId: 'id-1', left: null })
  expect(known.byId.get('id-2')).toMatchObject({ tag: null, left: 'untagged' })
})

test('the list has what is to be tagged in the room, and a search finds the others too', () => {
  const known = assetsNow(
    [asset(1, { assetName: 'Table' }), asset(2), asset(3, { placeId: 'other' }), asset(4, { left: null })],
    [],
  )
  const shown = (search: string) => assetsShown(known, 'room', search).map(({ assetId }) => assetId)
  expect(shown('')).toEqual(['id-2', 'id-1'])
  expect(shown('chair')).toEqual(['id-2', 'id-4', 'id-3'])
  expect(shown('a0000003')).toEqual(['id-3'])
})

test('a printed number or a serial number chooses an asset', () => {
  const known = assetsNow([asset(1, { serialNo: 'SN-7' })], [])
  expect([assetCoded(known, 'sn-7'), assetCoded(known, 'a0000001'), assetCoded(known, 'x')]).toEqual([
    ...[known.byId.get('id-1'), known.byId.get('id-1')],
    undefined,
  ])
})
