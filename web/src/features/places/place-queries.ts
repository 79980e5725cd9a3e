import { places } from '@ats/contract/places.ts'
import { call } from '#kernel/http/call.ts'
import { query } from '#kernel/http/query.ts'

const staleTime = 5 * 60_000

export const cities = query(places.cities, {}, { select: (reply) => reply.cities, staleTime })

/** Places of the whole tree within scope, by the words of their path. */
export const placesFound = (search: string, scope: { location?: string; within?: string } = {}) =>
  query(
    places.search,
    { query: { search, ...scope } },
    { select: (reply) => reply.places, keepsPrevious: true },
  )

/** The data is undefined while loading, and null for a place that does not exist or is out of scope. */
export const placeById = (id: string) =>
  query(
    places.search,
    { query: { id } },
    {
      fetch: async (signal) => (await call(places.search, { query: { id } }, { signal })).places[0] ?? null,
      enabled: id !== '',
      staleTime,
    },
  )
