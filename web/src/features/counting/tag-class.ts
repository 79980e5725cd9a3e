import type { ExpectedAsset, ReadClass } from '@ats/contract/inventories/counting.ts'

export type Expected = { isComplete: boolean; byTag: Map<string, ExpectedAsset> }

/** What the device itself can say of a tag, until the server has answered. */
export function classOf(expected: Expected | undefined, placeId: string, tag: string): ReadClass {
  const asset = expected?.byTag.get(tag)
  if (asset !== undefined) return asset.placeId === placeId ? 'found' : 'elsewhere'
  return expected?.isComplete ? 'unknown' : 'counted'
}
