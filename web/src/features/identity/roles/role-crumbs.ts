import { screenLink, useCity } from '#kernel/address/location.ts'
import { m } from '#texts'
import type { Crumb } from '#ui/page/page.tsx'

/** The breadcrumbs of a screen below the list of roles. */
export function useRoleCrumbs(here: string): Crumb[] {
  const link = screenLink('/dashboard/$location/view-roles', useCity())
  return [m.crumb_admin_role_listing(), { text: m.roles_title(), link }, here]
}
