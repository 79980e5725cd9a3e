import { type LinkProps, useParams, useSearch } from '@tanstack/react-router'

/** The value of `location` for everything that the person may see. */
export const everywhere = 'default'

/**
 * The city that the person has narrowed the screens to, or 'default'. Screens under /dashboard/{location}
 * have it in their path; the few others carry it as `?location=`.
 */
export function useCity(): string {
  const { location } = useParams({ strict: false })
  const search = useSearch({ strict: false })
  return location ?? search.location ?? everywhere
}

/** Spread into a query: empty for 'default', otherwise the city. */
export function useScope(): { location?: string } {
  const city = useCity()
  return city === everywhere ? {} : { location: city }
}

export type ScreenTo = NonNullable<LinkProps['to']>

/** A link to a screen in the same city. */
export function screenLink(to: ScreenTo, city: string): LinkProps {
  if (to.includes('$location')) return { to, params: { location: city } }
  const search = city === everywhere ? {} : { location: city }
  return { to, search }
}
