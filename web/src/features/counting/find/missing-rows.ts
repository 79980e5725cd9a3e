import type { ExpectedAsset } from '@ats/contract/inventories/counting.ts'
import { type Heard, levelAt } from './strength.ts'

/** `level` is null where the reader does not tell the strength; `isRead`: it counts as read in this room. */
export type MissingRow = ExpectedAsset & { level: number | null; heardAt: number; isRead: boolean }

type Known = { placeId: string; isRead: (tag: string) => boolean; of: (tag: string) => Heard | undefined }

/** Rows that jump at each read cannot be read. */
const roughly = (level: number | null) => Math.round((level ?? 0) / 20)

const order = (placeId: string) => (a: MissingRow, b: MissingRow) =>
  roughly(b.level) - roughly(a.level) ||
  Number(b.isRead) - Number(a.isRead) ||
  b.heardAt - a.heardAt ||
  Number(b.placeId === placeId) - Number(a.placeId === placeId) ||
  a.assetName.localeCompare(b.assetName) ||
  a.assetTagId.localeCompare(b.assetTagId)

/** The strongest first, then those that were read last, then those that belong to this room. */
export const missingRows = (left: readonly ExpectedAsset[], { placeId, isRead, of }: Known, now: number) =>
  left
    .map((asset): MissingRow => {
      const heard = of(asset.tag)
      const level = heard === undefined ? 0 : levelAt(heard, now)
      return { ...asset, level, heardAt: heard?.at ?? 0, isRead: isRead(asset.tag) }
    })
    .sort(order(placeId))
