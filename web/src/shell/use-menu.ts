import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { type MenuGroup, sidebarGroups } from '#app/menu.ts'
import { useCity } from '#kernel/address/location.ts'
import { useSession } from '#kernel/session/session.ts'

/**
 * The groups that the person may open, and the open one: that of the current route, until they open another.
 */
export function useMenu() {
  const person = useSession()?.user
  const city = useCity()
  const pathname = useLocation({ select: (place) => place.pathname })
  const groups = sidebarGroups(person)
  const currentItem = itemAt(groups, pathname, city)
  const current = groups.find(({ items }) => items.some(({ to }) => to === currentItem))?.id
  const [choice, setChoice] = useState<{ at: string | undefined; open: string | undefined }>()
  const open = choice !== undefined && choice.at === current ? choice.open : current
  return {
    groups,
    city,
    current,
    currentItem,
    open,
    toggle: (id: string) => setChoice({ at: current, open: id === open ? undefined : id }),
    openOnly: (id: string) => setChoice({ at: current, open: id }),
  }
}

/** The item of the current page, or the closest one above it: a user's page is below the list of users. */
function itemAt(groups: MenuGroup[], pathname: string, city: string): string | undefined {
  const leads = (to: string) => {
    const path = to.replace('$location', city)
    return pathname === path || pathname.startsWith(`${path}/`)
  }
  const leading = groups.flatMap(({ items }) => items.map(({ to }) => to)).filter(leads)
  return leading.sort((one, other) => other.length - one.length)[0]
}
