import { part } from '#ui/part.tsx'

/** Where readers saw an asset, on its panel; where it cannot be loaded, the rest is shown without. */
export const AssetSightings = part(async () => (await import('./asset-sightings.tsx')).AssetSightings, {
  failed: () => null,
})
