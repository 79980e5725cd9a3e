import type { Me } from '@ats/contract/identity/sessions.ts'
import { screenAt } from '#app/screens.ts'
import type { Finding } from '#kernel/address/finder.ts'
import { screenLink } from '#kernel/address/location.ts'
import { isOffered } from '#kernel/address/screen.ts'
import { m } from '#texts'

/** A property is added to an MM. A person without places sees their whole home city. */
const seesAnMm = ({ everywhere, places }: Me) =>
  everywhere || places.length === 0 || places.some(({ kind }) => kind === 'city' || kind === 'mm')

/** Common tasks in people's own words, and the screens for them. */
const actions = [
  { label: m.action_add_user, to: '/dashboard/$location/users/create-user' },
  { label: m.action_add_role, to: '/dashboard/$location/add-role' },
  { label: m.action_register_asset, to: '/dashboard/$location/manage-asset/asset-registration' },
  { label: m.action_import_assets, to: '/dashboard/$location/manage-asset/bulk-asset-registration' },
  { label: m.action_export_assets, to: '/dashboard/$location/manage-asset/view-assets' },
  { label: m.action_move_assets, to: '/dashboard/$location/manage-asset/view-assets' },
  { label: m.action_restore_assets, to: '/dashboard/deleted-assets' },
  { label: m.action_request_state, to: '/dashboard/asset-state-change' },
  {
    label: m.action_add_property,
    to: '/dashboard/$location/masters/property-master',
    fits: (person: Me) => person.permissions.includes('master') && seesAnMm(person),
  },
  { label: m.action_change_password, to: '/dashboard/$location/change-password' },
] as const

/** The actions whose words begin with the search text and whose screen this person may open. */
export function actionsFound(text: string, city: string, person: Me | undefined): Finding[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0 || person === undefined) return []
  const isMeant = (label: string) => {
    const own = label.toLowerCase().split(/\s+/)
    return words.every((word) => own.some((one) => one.startsWith(word)))
  }
  return actions
    .filter((action) => isMeant(action.label()) && isOffered(screenAt(action.to), person))
    .filter((action) => !('fits' in action) || action.fits(person))
    .map(({ label, to }) => ({
      id: `action-${label()}`,
      text: label(),
      detail: screenAt(to).title(),
      link: screenLink(to, city),
    }))
}
