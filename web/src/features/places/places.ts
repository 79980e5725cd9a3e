import { cities, placeById, placesFound } from './place-queries.ts'
import { PlaceName, PlaceNames, PlaceSelect } from './place-select.tsx'

/** How other slices ask for places, and let people select one. */
export { cities, PlaceName, PlaceNames, PlaceSelect, placeById, placesFound }
