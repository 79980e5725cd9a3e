import { placeKindNames } from './place-kind-names.ts'
import { cities, placeById, placesFound } from './place-queries.ts'
import { PlaceFilter, PlaceName, PlaceNames, PlaceSelect } from './place-select.tsx'
import { useScopeName } from './scope-name.ts'

/** Public exports for other features: queries and fields for places. */
export {
  cities,
  PlaceFilter,
  PlaceName,
  PlaceNames,
  PlaceSelect,
  placeById,
  placeKindNames,
  placesFound,
  useScopeName,
}
