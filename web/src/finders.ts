import { assetFinder } from '#features/assets/find/find-assets.ts'
import { peopleFinder } from '#features/identity/users/find-people.ts'
import type { Finder } from '#kernel/finder.ts'

/** What the palette finds besides screens, in this order. */
export const finders: Finder[] = [assetFinder, peopleFinder]
