import type { ShownAsset } from '#features/assets/asset-queries.ts'
import { isSameTag } from './registration-step.ts'

export const tagHolder = (found: ShownAsset[], tag: string) =>
  found.find(({ rfidTag, deleted }) => !deleted && rfidTag !== null && isSameTag(rfidTag, tag))
