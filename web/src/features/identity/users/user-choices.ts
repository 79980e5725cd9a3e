import type { Role } from '@ats/contract/identity/roles.ts'
import type { City } from '@ats/contract/places.ts'
import { useQuery } from '@tanstack/react-query'
import { roleList } from '#features/identity/roles/role-queries.ts'
import { cities } from '#features/places/places.ts'
import { shownName } from '#kernel/words/seeded-names.ts'

const firstRoles = ['admin', 'user']
const rank = ({ name }: Role) => {
  const place = firstRoles.indexOf(name.toLowerCase())
  return place < 0 ? firstRoles.length : place
}

/** Admin and User first, then the others; only roles that the person may grant. */
const roleChoices = (roles: Role[]) =>
  roles
    .filter(({ mayGrant }) => mayGrant)
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ name }) => ({ value: name.toLowerCase(), label: shownName(name) }))

const cityChoices = (all: City[]) => all.map(({ name, location }) => ({ value: location, label: name }))

/** The choices of the user forms; undefined until both lists are loaded. */
export function useUserChoices() {
  const roles = useQuery(roleList)
  const places = useQuery(cities)
  return {
    roles: roleChoices(roles.data ?? []),
    cities: cityChoices(places.data ?? []),
    isReady: roles.data !== undefined && places.data !== undefined,
    error: roles.error ?? places.error,
    retry: () => void Promise.all([roles.refetch(), places.refetch()]),
  }
}
