import type { Me } from '@ats/contract/identity/sessions.ts'
import { isAllowed, type Permission } from '@ats/contract/permissions.ts'
import { type StaticDataRouteOption, useMatches, useRouter } from '@tanstack/react-router'
import { useSession } from '#kernel/session/session.ts'
import type { ScreenTo } from './location.ts'

/** What a screen or an action requires: a permission, any of several, or only a session. */
export type Needed = Permission | readonly Permission[] | 'signed-in'

declare module '@tanstack/react-router' {
  /** The declaration of a screen, for the parts of the page around it. */
  interface StaticDataRouteOption {
    title?: () => string
    permission?: Needed
    onlyEverywhere?: boolean | undefined
    layout?: 'bare' | undefined
  }
}

export const useScreen = () => useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} })

export const isPermitted = (needed: Needed | undefined, permissions: readonly Permission[]) =>
  needed === undefined || isAllowed(needed, permissions)

/** Whether the person has the permissions that an action or a link requires. */
export const useHolds = (needed: Needed) => isPermitted(needed, useSession()?.user.permissions ?? [])

type Offer = Pick<StaticDataRouteOption, 'permission' | 'onlyEverywhere'>
export type OfferedTo = Pick<Me, 'permissions' | 'everywhere'>

/**
 * Whether to offer the person a screen in menus and links: they may open it, and it has something for them to
 * do.
 */
export const isOffered = ({ permission, onlyEverywhere }: Offer, person: OfferedTo | undefined) =>
  isPermitted(permission, person?.permissions ?? []) && (!onlyEverywhere || person?.everywhere === true)

function useDeclared() {
  const { routesByPath } = useRouter()
  type Routes = Record<string, { options: { staticData?: StaticDataRouteOption } }>
  return (to: ScreenTo) => (routesByPath as Routes)[to]?.options.staticData ?? {}
}

/** Reads the title of a screen, for links to it. */
export function useTitleOf() {
  const declared = useDeclared()
  return (to: ScreenTo) => declared(to).title?.() ?? ''
}

/** Whether the person may open a screen. Links that would end in 'not permitted' are hidden. */
export function useMayOpen() {
  const declared = useDeclared()
  const person = useSession()?.user
  return (to: ScreenTo) => isOffered(declared(to), person)
}
