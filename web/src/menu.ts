import type { Permission } from '@ats/contract/permissions.ts'
import {
  IconBuildingWarehouse,
  IconDatabase,
  IconLayoutDashboard,
  IconReportAnalytics,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { ScreenTo } from '#kernel/address/location.ts'
import { isOffered, isPermitted, type OfferedTo } from '#kernel/address/screen.ts'
import { m } from '#texts'
import { type GroupId, paletteOnly, type SidebarGroupId } from './screens/screen.ts'
import { screenAt, screenPaths } from './screens.ts'

export type MenuItem = { label: () => string; to: ScreenTo; soughtAs?: (() => string) | undefined }
type Icon = ComponentType<{ size?: number; stroke?: number }>
type Group = { label: () => string; permission?: Permission }
type Listed<Id extends GroupId> = { id: Id; label: () => string; items: MenuItem[] }
export type MenuGroup = Listed<SidebarGroupId> & { icon: Icon }

export const home: MenuItem & { icon: Icon } = {
  label: m.nav_dashboard,
  to: '/dashboard/$location',
  icon: IconLayoutDashboard,
}

const sidebar: Record<SidebarGroupId, Group & { icon: Icon }> = {
  admin: { label: m.nav_admin, icon: IconUsersGroup, permission: 'user-management' },
  masters: { label: m.nav_masters, icon: IconDatabase },
  'manage-asset': { label: m.nav_manage_asset, icon: IconBuildingWarehouse, permission: 'manage-asset' },
  report: { label: m.nav_report, icon: IconReportAnalytics },
}

/** In this order; the screens of a group are in the order of their declaration. */
const groups: Record<GroupId, Group> = { ...sidebar, ...paletteOnly }

const itemsOf = (id: GroupId, person: OfferedTo | undefined): MenuItem[] =>
  screenPaths.flatMap((to) => {
    const screen = screenAt(to)
    const label = screen.listed[id]
    return label !== undefined && isOffered(screen, person) ? [{ label, to, soughtAs: screen.soughtAs }] : []
  })

/** The groups that contain a screen for this person. */
function listedGroups<Id extends GroupId>(ids: Id[], person: OfferedTo | undefined): Listed<Id>[] {
  const listed = new Set<ScreenTo>()
  const unlisted = (id: Id) => {
    const items = itemsOf(id, person).filter(({ to }) => !(id in sidebar && listed.has(to)))
    for (const { to } of items) listed.add(to)
    return items
  }
  return ids
    .filter((id) => isPermitted(groups[id].permission, person?.permissions ?? []))
    .map((id) => ({ id, label: groups[id].label, items: unlisted(id) }))
    .filter(({ items }) => items.length > 0)
}

const sidebarIds = Object.keys(sidebar) as SidebarGroupId[]
export const sidebarGroups = (person: OfferedTo | undefined): MenuGroup[] =>
  listedGroups(sidebarIds, person).map((group) => ({ ...group, icon: sidebar[group.id].icon }))

const groupIds = Object.keys(groups) as GroupId[]
export const paletteGroups = (person: OfferedTo | undefined) => listedGroups(groupIds, person)
