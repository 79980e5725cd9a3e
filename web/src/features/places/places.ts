import { cities, placeById, placesFound } from './place-queries.ts'
import { outOfFrame, PlaceSelect } from './place-select.tsx'

/** How other slices ask for places, and let people choose one. */
export { cities, outOfFrame, PlaceSelect, placeById, placesFound }
