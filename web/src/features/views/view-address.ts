import type { ExportList } from '@ats/contract/exports.ts'
import type { FlatKind } from '@ats/contract/masters.ts'
import type { SavedView } from '@ats/contract/views.ts'
import type { LinkProps } from '@tanstack/react-router'
import { everywhere, type ScreenTo, screenLink } from '#kernel/address/location.ts'

/**
 * The screen of each list that has its own, including every flat master; all other reports share one address.
 */
const screens: { [List in ExportList]?: ScreenTo } & Record<FlatKind, ScreenTo> = {
  assets: '/dashboard/$location/manage-asset/view-assets',
  'deleted-assets': '/dashboard/deleted-assets',
  'state-changes': '/dashboard/asset-state-change',
  audit: '/dashboard/$location/audit-log',
  users: '/dashboard/$location/users',
  roles: '/dashboard/$location/view-roles',
  inventories: '/dashboard/physical-inventory',
  'unknown-tags': '/dashboard/$location/unknown-tags',
  'report-assets': '/dashboard/asset-wise',
  city: '/dashboard/$location/masters/city-master',
  mm: '/dashboard/$location/masters/mm-master',
  property: '/dashboard/$location/masters/property-master',
  aou: '/dashboard/$location/masters/aou-master',
  'asset-name': '/dashboard/$location/masters/asset-name-master',
  'asset-state': '/dashboard/$location/masters/asset-state-master',
  vendor: '/dashboard/$location/masters/vendor-master',
  brand: '/dashboard/$location/masters/brand-master',
}

const report = '/dashboard/$location/reports/$report'

/** The screen of a list; undefined for a list that is only part of another screen. */
export const screenOf = (list: ExportList): ScreenTo | undefined =>
  screens[list] ?? (list.startsWith('report-') ? report : undefined)

/** A link to the list of a view, with its filter. */
export function viewLink({ list, filter }: Pick<SavedView, 'list' | 'filter'>): LinkProps | undefined {
  const to = screenOf(list)
  if (to === undefined) return undefined
  const { location = everywhere, ...search } = filter
  const link = screenLink(to, location) as { params?: object; search?: object }
  return {
    to,
    ...(link.params && { params: { ...link.params, ...(to === report && { report: list }) } }),
    search: { ...search, ...link.search },
  }
}
