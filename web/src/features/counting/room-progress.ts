import type { ExpectedAsset } from '@ats/contract/inventories/counting.ts'
import type { Expected } from './tag-class.ts'

/** How far this device is in a room. */
export type RoomProgress = { read: number; total: number; left: ExpectedAsset[] }

/** Undefined where the device does not know all that is expected, as in every blind count. */
export function roomProgress(
  expected: Expected | undefined,
  placeId: string,
  seen: { has: (tag: string) => boolean },
): RoomProgress | undefined {
  if (!expected?.isComplete) return undefined
  const here = [...expected.byTag.values()].filter((asset) => asset.placeId === placeId)
  const left = here
    .filter(({ tag }) => !seen.has(tag))
    .sort((a, b) => a.assetName.localeCompare(b.assetName) || a.assetTagId.localeCompare(b.assetTagId))
  return { read: here.length - left.length, total: here.length, left }
}
