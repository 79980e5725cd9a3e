import { type Place, type PlaceKind, places } from '@ats/contract/places.ts'
import type { LinkProps } from '@tanstack/react-router'
import { type Finder, firstFindings } from '#kernel/address/finder.ts'
import { everywhere } from '#kernel/address/location.ts'
import { call } from '#kernel/http/call.ts'
import { m } from '#texts'
import { placeKindNames } from './place-kind-names.ts'

const lists = {
  city: 'city-master',
  mm: 'mm-master',
  property: 'property-master',
  aou: 'aou-master',
  room: 'aou-master',
} as const satisfies Record<PlaceKind, string>

/** The master of a kind of place; rooms are listed with their AoU. */
const masterLink = (kind: PlaceKind, search: string): LinkProps => ({
  to: `/dashboard/$location/masters/${lists[kind]}`,
  params: { location: everywhere },
  search: { search },
})

/** The assets in a place, for people who may see assets. */
const assetsLink = (placeId: string): LinkProps => ({
  to: '/dashboard/$location/manage-asset/view-assets',
  params: { location: everywhere },
  search: { placeId },
})

const placesFinder = (permission: Finder['permission'], link: (place: Place) => LinkProps): Finder => ({
  id: 'places',
  label: m.find_places,
  permission,
  find: async (search, _, signal) => {
    const { places: found } = await call(places.search, { query: { search } }, { signal })
    const findings = found.map((place) => ({
      id: place._id,
      text: place.name,
      detail: [placeKindNames[place.kind](), place.path.split(' > ').slice(0, -1).join(' > ')]
        .filter(Boolean)
        .join(' · '),
      link: link(place),
    }))
    return firstFindings(findings, found[0] && masterLink(found[0].kind, search))
  },
})

export const placeFinder = placesFinder('signed-in', ({ kind, name }) => masterLink(kind, name))
/** Replaces the finder above for people who may see assets. */
export const placeAssetsFinder = placesFinder('manage-asset', ({ _id }) => assetsLink(_id))
