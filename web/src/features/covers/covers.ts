import { lazyPart } from '#ui/lazy/part.tsx'
import { coverKindChoices, coverKindName } from './cover-words.ts'

export { coverKindChoices, coverKindName }

/** Adds selected assets to a cover, in a dialog. */
export const AddToCover = lazyPart(async () => (await import('./add-to-cover.tsx')).AddToCover)

/** The running covers of an asset, in its panel; if they cannot be loaded, the panel works without them. */
export const AssetCovers = lazyPart(async () => (await import('./asset-covers.tsx')).AssetCovers, {
  failed: () => null,
})
