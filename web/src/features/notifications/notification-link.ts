import type { Notification } from '@ats/contract/notifications.ts'
import type { LinkProps } from '@tanstack/react-router'
import { everywhere } from '#kernel/address/location.ts'
import { panelLink } from '#ui/dialog/panel-link.tsx'

const params = { location: everywhere }
const places = { to: '/dashboard/$location/places', params } as const
const users = { to: '/dashboard/$location/users', params } as const
const assets = { to: '/dashboard/$location/manage-asset/view-assets', params } as const

const seenRules = new Set<Notification['rule']>(['asset-left-property', 'asset-seen-elsewhere'])

/** The screen to act on it; undefined if there is none. */
export function linkOf({ rule, recordKind, recordId, count, subject }: Notification): LinkProps | undefined {
  switch (recordKind) {
    case 'state-change':
      if (count === 1) return panelLink(recordId, 'request')
      return rule === 'state-change-requested'
        ? { to: '/dashboard/manage-assets' }
        : { to: '/dashboard/asset-state-change' }
    case 'import':
      return {
        to: '/dashboard/$location/manage-asset/bulk-asset-registration',
        params,
        search: { import: recordId },
      }
    case 'access-request':
      return users
    case 'reader':
      return count === 1
        ? { to: '/dashboard/$location/readers/$id', params: { ...params, id: recordId } }
        : { to: '/dashboard/$location/readers', params }
    case 'asset':
      if (count > 1 && seenRules.has(rule)) return { to: '/dashboard/$location/seen-elsewhere', params }
      return count === 1 ? panelLink(recordId) : assets
    case 'inventory':
      return { to: '/count' }
    case 'bulk-job':
      if (subject?.endsWith('-inventory')) return { to: '/dashboard/physical-inventory' }
      if (subject === 'remove-personal-data') return { ...users, search: { job: recordId } }
      return {
        ...(subject?.endsWith('-assets') ? assets : places),
        search: { job: recordId },
      }
    case 'webhook':
      return { to: '/dashboard/$location/webhooks/$id', params: { ...params, id: recordId } }
    case 'user':
      return { to: '/dashboard/$location/profile', params }
    case 'help-request':
      return { to: '/dashboard/$location/help-desk/$id', params: { ...params, id: recordId } }
    default:
      return undefined
  }
}
