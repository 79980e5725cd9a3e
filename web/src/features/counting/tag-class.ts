import type { ExpectedAsset, ReadClass } from '@ats/contract/inventories/counting.ts'

export type Expected = { isComplete: boolean; byTag: Map<string, ExpectedAsset> }

/** The class of a tag by the device's own data, until the server has responded. */
export function classOf(expected: Expected | undefined, placeId: string, tag: string): ReadClass {
  const asset = expected?.byTag.get(tag)
  if (asset !== undefined) return asset.placeId === placeId ? 'found' : 'elsewhere'
  return expected?.isComplete ? 'unknown' : 'counted'
}
