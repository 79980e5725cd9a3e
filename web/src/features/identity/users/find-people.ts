import { users } from '@ats/contract/identity/users.ts'
import type { LinkProps } from '@tanstack/react-router'
import { type Finder, type Finding, firstFindings, mostFindings } from '#kernel/address/finder.ts'
import { everywhere } from '#kernel/address/location.ts'
import { call } from '#kernel/http/call.ts'
import { m } from '#texts'
import { fullName } from './user-name.ts'

export const peopleFinder: Finder = {
  id: 'people',
  label: m.find_people,
  permission: 'user-management',
  find: async (search, location, signal) => {
    const query = { search, size: mostFindings }
    const { users: people, total } = await call(users.list, { query }, { signal })
    const findings = people.map(
      (person): Finding => ({
        id: person._id,
        text: fullName(person),
        detail: [person.email, person.roleName, person.locationName].filter(Boolean).join(' · '),
        link: { to: '/dashboard/$location/users/$id', params: { location, id: person._id } },
      }),
    )
    const list: LinkProps = {
      to: '/dashboard/$location/users',
      params: { location: everywhere },
      search: { search },
    }
    return firstFindings(findings, list, total)
  },
}
