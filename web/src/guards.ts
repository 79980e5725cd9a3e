import type { Duty } from '@ats/contract/duties.ts'
import { redirect } from '@tanstack/react-router'
import { isPermitted, type Needed } from '#kernel/address/screen.ts'
import { safeNext } from '#kernel/session/safe-next.ts'
import { currentSession, keptCounter, type Session, sessionEnd } from '#kernel/session/session.ts'
import { fullPath } from './bare-paths.ts'

type Place = { pathname: string; searchStr: string; href: string }

export function requireSession({ location }: { location: Place }) {
  const session = currentSession()
  if (session !== null) return showDuty(session, location)
  const plain = sessionEnd() === 'logout' || /^\/dashboard(\/default)?\/?$/.test(location.pathname)
  throw redirect({
    to: '/login',
    search: plain ? {} : { next: location.href },
    ...(sessionEnd() === 'lost' && { state: { notice: 'session-ended' } }),
  })
}

const dutyPages = {
  'change-password': '/new-password',
  'set-up-second-factor': '/second-factor',
} as const satisfies Record<Duty, string>

/** A session that was stored by an earlier version has no such value. */
function showDuty({ user: { mustFirst } }: Session, { href }: Place) {
  if (mustFirst) throw redirect({ to: dutyPages[mustFirst], search: { next: href } })
}

/** For the page of a duty: other people continue to where they wanted to go. */
export const requireDuty =
  (duty: Duty) =>
  ({ search }: { search: { next?: string } }) => {
    const session = currentSession()
    if (session === null) throw redirect({ to: '/login' })
    if (session.user.mustFirst !== duty) leaveWhenSignedIn({ search })
  }

/** If the session was lost, the counting app continues: its reads wait for the next sign-in. */
export function requireCounter(place: { location: Place }) {
  if (keptCounter() === null || currentSession()?.user.mustFirst) requireSession(place)
}

export const requirePermission = (permission: Needed) => () => {
  const session = currentSession()
  if (session !== null && !isPermitted(permission, session.user.permissions))
    throw redirect({ to: '/unauthorized' })
}

export function leaveWhenSignedIn({ search }: { search: { next?: string } }) {
  if (currentSession() === null) return
  throw redirect({ href: safeNext(search.next) ?? '/dashboard/default' })
}

/**
 * Redirects an address without a location to the screen under `default`, and a city in capitals to lower
 * case.
 */
export function completePath({ location }: { location: Place }) {
  const path = fullPath(location.pathname)
  if (path !== undefined && path !== location.pathname)
    throw redirect({ href: path + location.searchStr, replace: true })
}

export function lowerCaseCity({ location, params }: { location: Place; params: { location: string } }) {
  completePath({ location })
  const city = params.location.toLowerCase()
  if (city === params.location) return
  const rest = location.pathname.split('/').slice(3)
  throw redirect({ href: ['', 'dashboard', city, ...rest].join('/') + location.searchStr, replace: true })
}
