import { normalizeTag } from '@ats/contract/epc.ts'
import type { ShownAsset } from '#features/assets/asset-queries.ts'

/** The asset that carries the tag; otherwise the only match, if there is exactly one. */
export function assetWithCode(found: ShownAsset[], code: string): ShownAsset | undefined {
  const live = found.filter(({ deleted }) => !deleted)
  const tag = normalizeTag(code).toUpperCase()
  return (
    live.find(({ rfidTag }) => rfidTag?.toUpperCase() === tag) ?? (live.length === 1 ? live[0] : undefined)
  )
}
