import { users } from '@ats/contract/identity/users.ts'
import type { LinkProps } from '@tanstack/react-router'
import { call } from '#kernel/call.ts'
import type { Finder } from '#kernel/finder.ts'
import { m } from '#texts'
import { fullName } from './user-name.ts'

const mostFound = 5

export const peopleFinder: Finder = {
  id: 'people',
  label: m.find_people,
  permission: 'user-management',
  find: async (search, location, signal) => {
    const { users: people } = await call(users.list, { query: { search, size: mostFound } }, { signal })
    return people.map((person) => ({
      id: person._id,
      text: fullName(person),
      detail: person.email,
      link: { to: '/dashboard/$location/users/$id', params: { location, id: person._id } } as LinkProps,
    }))
  },
}
