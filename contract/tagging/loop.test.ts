import { expect, test } from 'vitest'
import { chooseAsset, emptyLoop, knownAssets, readTag, replaceAnyway, type TaggingLoop } from './loop.ts'
import type { AssetToTag } from './work.ts'

const asset = (number: number, given: Partial<AssetToTag> = {}): AssetToTag => ({
  ...{ assetId: `id-${number}`, assetTagId: `A000000${number}`, assetName: 'Chair', serialNo: null },
  ...{ placeId: 'room', tag: null, left: 'untagged', ...given },
})
const plain = asset(1)
const expecting = asset(2, { tag: 'C4AA', left: 'expected' })
const tagged = asset(3, { tag: 'E2BB', left: null })
const failed = asset(4, { tag: 'E2CC', left: 'failed' })
const known = knownAssets([plain, expecting, tagged, failed])

/** Reads that are far enough apart, and choices between them. */
function after(...steps: (string | AssetToTag)[]) {
  let [loop, at]: [TaggingLoop, number] = [emptyLoop, 0]
  let saved: unknown
  for (const step of steps) {
    at += 2000
    if (typeof step === 'string') ({ loop, saved } = { saved: undefined, ...readTag(known, loop, step, at) })
    else loop = chooseAsset(known, loop, step)
  }
  return { loop, saved }
}

test('a tag, an asset, and the same tag again are saved, in either order', () => {
  const saved = { tag: 'E2AA', asset: plain, retag: false }
  expect(after('E2AA', plain, 'E2AA').saved).toEqual(saved)
  expect(after(plain, 'E2AA', 'E2AA').saved).toEqual(saved)
  expect(after('E2AA', plain).saved).toBeUndefined()
})

test('a reserved tag chooses its asset, and two reads are enough', () => {
  expect(after('C4AA').loop.asset).toBe(expecting)
  expect(after('C4AA', 'C4AA').saved).toEqual({ tag: 'C4AA', asset: expecting, retag: false })
})

test.each([
  ['another tag is on the asset', ['E2AA', plain, 'E2DD'], 'other-tag-read'],
  ['the tag is on another asset', ['E2BB'], 'on-another'],
  ['the same after the asset was chosen', [plain, 'E2BB'], 'on-another'],
  ['the tag is reserved for another asset', [plain, 'C4AA'], 'reserved-for-another'],
  ['the asset is to get another tag', ['E2AA', expecting], 'not-the-expected'],
  ['the asset has a tag', ['E2AA', tagged], 'has-tag'],
] as const)('a mix-up is noticed: %s', (_name, steps, is) => {
  const { loop, saved } = after(...steps)
  expect([loop.problem?.is, saved]).toEqual([is, undefined])
})

test('two tags in the field are noticed, and none is taken', () => {
  const first = readTag(known, emptyLoop, 'E2AA', 1000).loop
  expect(readTag(known, first, 'E2DD', 1300).loop).toMatchObject({ tag: null, problem: { is: 'two-tags' } })
  expect(readTag(known, first, 'E2AA', 1300).loop.problem).toBeNull()
})

test('a person can replace a tag, and has to read the new one on the asset', () => {
  const { loop } = after('E2AA', tagged)
  const replacing = replaceAnyway(loop)
  expect(readTag(known, replacing, 'E2AA', 9000).saved).toEqual({ tag: 'E2AA', asset: tagged, retag: true })
  // Without that, the next tag is another first read.
  expect(readTag(known, loop, 'E2AA', 9000).saved).toBeUndefined()
})

test('the right tag after a wrong one continues, and the saved tag is not taken twice', () => {
  expect(after('E2AA', plain, 'E2DD', 'E2AA').saved).toMatchObject({ tag: 'E2AA' })
  const { loop } = after('E2AA', plain, 'E2AA')
  expect(readTag(known, loop, 'E2AA', 9000).loop).toEqual(loop)
})

test('a tag that failed its check may be put on another asset', () => {
  expect(after('E2CC', plain, 'E2CC').saved).toMatchObject({ asset: plain })
  expect(after('E2DD', failed, 'E2DD').saved).toMatchObject({ asset: failed })
})
