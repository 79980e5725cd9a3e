import { places } from '@ats/contract/places.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#kernel/call.ts'

export const cities = queryOptions({
  queryKey: ['places', 'cities'],
  meta: { live: ['place'] },
  queryFn: async ({ signal }) => (await call(places.cities, {}, { signal })).cities,
  staleTime: 5 * 60_000,
})

/** Places of the whole tree within scope, by the words of their path. */
export const placesFound = (search: string, scope: { location?: string } = {}) =>
  queryOptions({
    queryKey: ['places', 'found', search, scope],
    meta: { live: ['place'] },
    queryFn: async ({ signal }) =>
      (await call(places.search, { query: { search, ...scope } }, { signal })).places,
    placeholderData: keepPreviousData,
  })

/** Undefined data while loading; null for a place that is not there or out of scope. */
export const placeById = (id: string) =>
  queryOptions({
    queryKey: ['places', 'one', id],
    meta: { live: ['place'] },
    queryFn: async ({ signal }) =>
      (await call(places.search, { query: { id } }, { signal })).places[0] ?? null,
    enabled: id !== '',
    staleTime: 5 * 60_000,
  })
