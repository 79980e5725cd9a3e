import { screenAt } from '#app/screens.ts'
import { isOffered, type OfferedTo } from '#kernel/address/screen.ts'

const screens = {
  d: '/dashboard/$location',
  a: '/dashboard/$location/manage-asset/view-assets',
  q: '/dashboard/manage-assets',
  i: '/dashboard/physical-inventory',
  l: '/dashboard/$location/live',
  r: '/dashboard/$location/reports',
  u: '/dashboard/$location/users',
  n: '/dashboard/$location/notifications',
} as const

/** The screens that `g` and a letter open, without those that the person may not open. */
export const goScreens = (person: OfferedTo | undefined) =>
  Object.entries(screens)
    .filter(([, to]) => isOffered(screenAt(to), person))
    .map(([letter, to]) => ({ letter, to, title: screenAt(to).title }))
