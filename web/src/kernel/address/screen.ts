import type { Me } from '@ats/contract/identity/sessions.ts'
import { isAllowed, type Permission } from '@ats/contract/permissions.ts'
import { type StaticDataRouteOption, useMatches, useRouter } from '@tanstack/react-router'
import { useSession } from '#kernel/session/session.ts'
import type { ScreenTo } from './location.ts'

/** What a person needs: a permission, any of several, or only a session. */
export type Needed = Permission | readonly Permission[] | 'signed-in'

declare module '@tanstack/react-router' {
  /** What the declaration of a screen says, for the parts of the page that show it. */
  interface StaticDataRouteOption {
    title?: () => string
    permission?: Needed
    onlyEverywhere?: boolean | undefined
    layout?: 'bare' | undefined
  }
}

/** What the declaration of the current screen says. */
export const useScreen = () => useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} })

export const isPermitted = (needed: Needed | undefined, permissions: readonly Permission[]) =>
  needed === undefined || isAllowed(needed, permissions)

/** Whether the person holds what an action or a link needs. */
export const useHolds = (needed: Needed) => isPermitted(needed, useSession()?.user.permissions ?? [])

type Offer = Pick<StaticDataRouteOption, 'permission' | 'onlyEverywhere'>
export type OfferedTo = Pick<Me, 'permissions' | 'everywhere'>

/** Whether a menu or a link may lead the person there: the screen opens, and there is something to do on it. */
export const isOffered = ({ permission, onlyEverywhere }: Offer, person: OfferedTo | undefined) =>
  isPermitted(permission, person?.permissions ?? []) && (!onlyEverywhere || person?.everywhere === true)

/** What the declaration of any screen says. */
function useDeclared() {
  const { routesByPath } = useRouter()
  type Routes = Record<string, { options: { staticData?: StaticDataRouteOption } }>
  return (to: ScreenTo) => (routesByPath as Routes)[to]?.options.staticData ?? {}
}

/** What a screen is called, for links that lead there. */
export function useTitleOf() {
  const declared = useDeclared()
  return (to: ScreenTo) => declared(to).title?.() ?? ''
}

/** Whether the person may open a screen, for links that would otherwise lead to a refusal. */
export function useMayOpen() {
  const declared = useDeclared()
  const person = useSession()?.user
  return (to: ScreenTo) => isOffered(declared(to), person)
}
