import { bulkJobs } from '@ats/contract/bulk-jobs.ts'
import { accessRequests } from '@ats/contract/identity/access-requests.ts'
import { type Role, roles } from '@ats/contract/identity/roles.ts'
import type { OwnFactors } from '@ats/contract/identity/second-factor.ts'
import { userSessions } from '@ats/contract/identity/user-sessions.ts'
import { type ListedUser, type ShownUser, users } from '@ats/contract/identity/users.ts'
import { type City, type Place, places } from '@ats/contract/places.ts'
import { idOf } from './listed.ts'
import { pageFor } from './pages.ts'
import { respond } from './responses.ts'

export function userCalled(name: string, number: number, given: Partial<ListedUser> = {}): ListedUser {
  return {
    _id: idOf(1000 + number),
    ...{ number, name, lastname: '', email: `${name.toLowerCase().replace(/\W+/g, '.')}@example.com` },
    ...{ jobTitle: '', role: 'user', roleName: 'User', location: 'indore', locationName: 'Indore' },
    ...{ places: [], status: 'active', picture: null, createdAt: '2026-01-05T10:00:00Z', createdBy: null },
    ...{ lastSignInAt: null, version: 1, mayChange: true, ...given },
  }
}

/** A person without a second factor. */
export const noFactors: OwnFactors = {
  ...{ required: false, hasPassword: true, totp: null, passkeys: [], recoveryCodes: 0, devices: [] },
}

export const shown = (user: ListedUser): ShownUser => ({ ...user, failedSignIns: null, secondFactor: false })

export const cities: City[] = ['Indore', 'Mumbai', 'Pune'].map((name, at) => ({
  _id: idOf(2000 + at),
  name,
  location: name.toLowerCase(),
}))

export function placeAt(path: string, number: number, kind: Place['kind'] = 'mm'): Place {
  const names = path.split(' > ')
  return {
    _id: idOf(number),
    ...{ kind, name: names.at(-1) ?? '', path, names },
    ids: names.map((_, at) => idOf(number * 10 + at)),
  }
}

const roleCalled = (name: string, number: number, given: Partial<Role> = {}): Role => ({
  id: idOf(3000 + number),
  ...{ number, name, permissions: ['reports'], everywhere: false, builtIn: false },
  ...{ users: 0, version: 1, mayGrant: true, secondFactorRequired: false, ...given },
})

export const allRoles = ['Keeper', 'User', 'Admin', 'Sub User'].map((name, at) =>
  roleCalled(name, at + 1, name === 'User' ? { permissions: ['manage-asset'] } : {}),
)

/** Mocks the requests of the lists and forms of people; there are no access requests by default. */
export function respondToPeople(all: ListedUser[] = []) {
  respond(bulkJobs.list, { jobs: [] })
  respond(userSessions.list, { sessions: [] })
  respond(roles.list, { roles: allRoles })
  respond(places.cities, { cities })
  respond(places.search, ({ address }) => ({
    places: given.filter(({ path }) => path.toLowerCase().includes(address.searchParams.get('search') ?? '')),
  }))
  respond(accessRequests.list, { requests: [], total: 0 })
  respond(users.list, ({ address }) => {
    const reading = {
      search: ({ name, email }: ListedUser) => [name, email],
      sort: { name: ({ name }: ListedUser) => name, email: ({ email }: ListedUser) => email },
    }
    const { rows, ...page } = pageFor(all, address, reading)
    return { users: rows, ...page }
  })
}

const given = [placeAt('Indore > MM North', 71), placeAt('Pune > MM West', 72)]
