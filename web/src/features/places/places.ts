import { places } from '@ats/contract/places.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kernel/call.ts'

export const cities = queryOptions({
  queryKey: ['places', 'cities'],
  queryFn: async ({ signal }) => (await call(places.cities, {}, { signal })).cities,
  staleTime: 5 * 60_000,
})
