import { assetFinder } from '#features/assets/find/find-assets.ts'
import { peopleFinder } from '#features/identity/users/find-people.ts'
import { placeAssetsFinder, placeFinder } from '#features/places/find-places.ts'
import { viewFinder } from '#features/views/view-finder.ts'
import type { Finder } from '#kernel/address/finder.ts'

/**
 * What the palette finds besides screens and actions, in this order. If two finders share an id, the first
 * permitted one is used.
 */
export const finders: Finder[] = [assetFinder, placeAssetsFinder, placeFinder, peopleFinder, viewFinder]
