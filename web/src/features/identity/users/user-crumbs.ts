import { screenLink, useCity } from '#kernel/address/location.ts'
import { m } from '#texts'
import type { Crumb } from '#ui/page/page.tsx'

/** The breadcrumbs of a screen below the user list. */
export function useUserCrumbs(here: string): Crumb[] {
  const link = screenLink('/dashboard/$location/users', useCity())
  return [m.crumb_admin_role_listing(), { text: m.crumb_user_list(), link }, here]
}
