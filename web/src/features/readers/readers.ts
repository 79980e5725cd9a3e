import { lazyPart } from '#ui/lazy/part.tsx'

/** Where readers saw an asset, in its panel; if it cannot be loaded, the panel works without it. */
export const AssetSightings = lazyPart(
  async () => (await import('#features/readers/sightings/asset-sightings.tsx')).AssetSightings,
  {
    failed: () => null,
  },
)
