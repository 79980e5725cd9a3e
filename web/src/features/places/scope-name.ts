import { useQuery } from '@tanstack/react-query'
import { everywhere, useCity } from '#kernel/address/location.ts'
import { m } from '#texts'
import { cities } from './place-queries.ts'

/** The name of the chosen city, or 'All locations'. */
export function useScopeName(): string {
  const city = useCity()
  const { data } = useQuery(cities)
  if (city === everywhere) return m.app_all_locations()
  return data?.find(({ location }) => location === city)?.name ?? city
}
