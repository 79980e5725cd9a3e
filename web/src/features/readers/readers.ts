import { lazyPart } from '#ui/lazy/part.tsx'

/** Where readers saw an asset, on its panel; where it cannot be loaded, the rest is shown without. */
export const AssetSightings = lazyPart(
  async () => (await import('#features/readers/sightings/asset-sightings.tsx')).AssetSightings,
  {
    failed: () => null,
  },
)
