import type { Permission } from '@ats/contract/permissions.ts'
import { useMatches, useRouter } from '@tanstack/react-router'
import type { ScreenTo } from './location.ts'
import { useSession } from './session.ts'

declare module '@tanstack/react-router' {
  /** What the declaration of a screen says, for the parts of the page that show it. */
  interface StaticDataRouteOption {
    title?: () => string
    permission?: Permission | 'signed-in'
    layout?: 'bare' | undefined
  }
}

/** What the declaration of the current screen says. */
export const useScreen = () => useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} })

export const isPermitted = (
  needed: Permission | 'signed-in' | undefined,
  permissions: readonly Permission[],
) => needed === undefined || needed === 'signed-in' || permissions.includes(needed)

/** Whether the person may open a screen, for links that would otherwise lead to /unauthorized. */
export function useMayOpen() {
  const { routesByPath } = useRouter()
  const permissions = useSession()?.user.permissions ?? []
  return (to: ScreenTo) => {
    const route = (routesByPath as Record<string, { options: { staticData?: { permission?: Permission } } }>)[
      to
    ]
    return isPermitted(route?.options.staticData?.permission, permissions)
  }
}
