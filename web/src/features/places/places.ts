import { cities, placeById, placesFound } from './place-queries.ts'
import { PlaceName, PlaceSelect } from './place-select.tsx'

/** How other slices ask for places, and let people select one. */
export { cities, PlaceName, PlaceSelect, placeById, placesFound }
