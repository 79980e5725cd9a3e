import { screenPaths } from './screens.ts'

const belowCity = '/dashboard/$location/'

/** First path segments of the screens below /dashboard/{location}. No city can have such a name. */
const firstSegments = new Set(
  screenPaths
    .filter((path) => path.startsWith(belowCity))
    .map((path) => path.slice(belowCity.length).split('/')[0]),
)

/** Some links use another path for the form of a new record than its route. */
const named = (path: string) =>
  path.replace(
    /^(product|categorie|order|review|user)s\/add-(product|category|order|review|user)$/,
    '$1s/create-$2',
  )

/**
 * The full path for an address without a location: the screen under `default`. Undefined for any other
 * address.
 */
export function fullPath(pathname: string): string | undefined {
  const [first, ...rest] = pathname.split('/').filter(Boolean)
  const segments = first === 'dashboard' ? rest : [first, ...rest]
  const bare = segments.join('/')
  if (firstSegments.has(segments[0])) return `/dashboard/default/${named(bare)}`
  const [city, ...below] = segments
  const renamed = named(below.join('/'))
  return first === 'dashboard' && renamed !== below.join('/') ? `/dashboard/${city}/${renamed}` : undefined
}
