import { type KnownAssets, knownAssets } from '@ats/contract/tagging/loop.ts'
import type { AssetToTag } from '@ats/contract/tagging/work.ts'
import type { KeptEntry } from '../outbox/entries.ts'

/** The assets as the server listed them, with what this device did since. A rejected entry did nothing. */
export function assetsNow(listed: readonly AssetToTag[], entries: readonly KeptEntry[]): KnownAssets {
  const assets = new Map(listed.map((asset) => [asset.assetId, asset]))
  for (const { entry, refused } of entries) {
    const asset = entry.assetId === null ? undefined : assets.get(entry.assetId)
    if (asset !== undefined && entry.kind === 'tagged' && refused === undefined)
      assets.set(asset.assetId, { ...asset, tag: entry.tag, left: null })
  }
  return knownAssets(assets.values())
}

/** The asset whose printed number or serial number was scanned instead of a tag. */
export function assetCoded({ byId }: KnownAssets, code: string): AssetToTag | undefined {
  const typed = code.trim().toUpperCase()
  for (const asset of byId.values())
    if (asset.assetTagId.toUpperCase() === typed || asset.serialNo?.toUpperCase() === typed) return asset
  return undefined
}

/** Assets to be tagged in a room; a search also finds those of other rooms and those with a tag. */
export function assetsShown({ byId }: KnownAssets, placeId: string, search: string): AssetToTag[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const textOf = ({ assetName, assetTagId, serialNo }: AssetToTag) =>
    `${assetName} ${assetTagId} ${serialNo ?? ''}`.toLowerCase()
  return [...byId.values()]
    .filter((asset) =>
      words.length === 0
        ? asset.placeId === placeId && asset.left !== null
        : words.every((word) => textOf(asset).includes(word)),
    )
    .sort((a, b) => Number(b.placeId === placeId) - Number(a.placeId === placeId) || order(a, b))
}

const order = (a: AssetToTag, b: AssetToTag) =>
  a.assetName.localeCompare(b.assetName) || a.assetTagId.localeCompare(b.assetTagId)
