import type { Permission } from '@ats/contract/permissions.ts'
import { screenAt } from '#app/screens.ts'
import type { Finding } from '#kernel/finder.ts'
import { screenLink } from '#kernel/location.ts'
import { isPermitted } from '#kernel/screen.ts'
import { m } from '#texts'

/** What people want to do, in their own words, and the screen where it is done. */
const actions = [
  { label: m.action_add_user, to: '/dashboard/$location/users/create-user' },
  { label: m.action_add_role, to: '/dashboard/$location/add-role' },
  { label: m.action_register_asset, to: '/dashboard/$location/manage-asset/asset-registration' },
  { label: m.action_import_assets, to: '/dashboard/$location/manage-asset/bulk-asset-registration' },
  { label: m.action_export_assets, to: '/dashboard/$location/manage-asset/view-assets' },
  { label: m.action_move_assets, to: '/dashboard/$location/manage-asset/view-assets' },
  { label: m.action_restore_assets, to: '/dashboard/deleted-assets' },
  { label: m.action_request_state, to: '/dashboard/asset-state-change' },
  { label: m.action_add_property, to: '/dashboard/$location/masters/property-master', needs: 'master' },
  { label: m.action_change_password, to: '/dashboard/$location/change-password' },
] as const

/** Those whose words begin with what was typed, for a person with these permissions. */
export function actionsFound(text: string, city: string, permissions: readonly Permission[]): Finding[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const isMeant = (label: string) => {
    const own = label.toLowerCase().split(/\s+/)
    return words.every((word) => own.some((one) => one.startsWith(word)))
  }
  return actions
    .filter((action) => isMeant(action.label()) && isPermitted(screenAt(action.to).permission, permissions))
    .filter((action) => !('needs' in action) || permissions.includes(action.needs))
    .map(({ label, to }) => ({
      id: `action-${label()}`,
      text: label(),
      detail: screenAt(to).title(),
      link: screenLink(to, city),
    }))
}
