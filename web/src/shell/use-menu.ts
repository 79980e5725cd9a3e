import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { type MenuGroup, mayOpen, menu } from '#app/menu.ts'
import { useCity } from '#kernel/location.ts'
import { useSession } from '#kernel/session.ts'

/** The groups the person may open, and which one is: the current route's, until they open another. */
export function useMenu() {
  const permissions = useSession()?.user.permissions ?? []
  const city = useCity()
  const pathname = useLocation({ select: (place) => place.pathname })
  const groups = menu.filter((group) => mayOpen(group, permissions))
  const current = groupOf(groups, pathname, city)
  const [choice, setChoice] = useState<{ at: string | undefined; open: string | undefined }>()
  const open = choice !== undefined && choice.at === current ? choice.open : current
  return {
    groups,
    city,
    current,
    open,
    toggle: (id: string) => setChoice({ at: current, open: id === open ? undefined : id }),
    openOnly: (id: string) => setChoice({ at: current, open: id }),
  }
}

function groupOf(groups: MenuGroup[], pathname: string, city: string): string | undefined {
  const leads = (to: string) => {
    const path = to.replace('$location', city)
    return pathname === path || pathname.startsWith(`${path}/`)
  }
  return groups.find((group) => group.items.some((item) => leads(item.to)))?.id
}
