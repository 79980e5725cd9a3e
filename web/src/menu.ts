import type { Permission } from '@ats/contract/permissions.ts'
import {
  IconBuildingWarehouse,
  IconDatabase,
  IconLayoutDashboard,
  IconReportAnalytics,
  IconShoppingBag,
  IconUserCircle,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { ScreenTo } from '#kernel/location.ts'
import { m } from '#texts'

export type MenuItem = { label: () => string; to: ScreenTo }
export type MenuGroup = {
  id: string
  label: () => string
  icon: ComponentType<{ size?: number; stroke?: number }>
  permission?: Permission
  items: MenuItem[]
}

export const home: MenuItem & { icon: MenuGroup['icon'] } = {
  label: m.nav_dashboard,
  to: '/dashboard/$location',
  icon: IconLayoutDashboard,
}

export const menu: MenuGroup[] = [
  {
    id: 'admin',
    label: m.nav_admin,
    icon: IconUsersGroup,
    permission: 'user-management',
    items: [
      { label: m.nav_view_user, to: '/dashboard/$location/users' },
      { label: m.nav_user_registration, to: '/dashboard/$location/users/create-user' },
      { label: m.nav_view_role, to: '/dashboard/$location/view-roles' },
      { label: m.nav_add_role, to: '/dashboard/$location/add-role' },
      { label: m.nav_audit_log, to: '/dashboard/$location/audit-log' },
      { label: m.nav_change_my_password, to: '/dashboard/$location/change-password' },
    ],
  },
  {
    id: 'masters',
    label: m.nav_masters,
    icon: IconDatabase,
    items: [
      { label: m.nav_mm_master, to: '/dashboard/$location/masters/mm-master' },
      { label: m.nav_property_master, to: '/dashboard/$location/masters/property-master' },
      { label: m.nav_aou_master, to: '/dashboard/$location/masters/aou-master' },
      { label: m.nav_asset_name_master, to: '/dashboard/$location/masters/asset-name-master' },
      { label: m.nav_city_master, to: '/dashboard/$location/masters/city-master' },
      { label: m.nav_asset_state_master, to: '/dashboard/$location/masters/asset-state-master' },
      { label: m.nav_vendor_master, to: '/dashboard/$location/masters/vendor-master' },
      { label: m.nav_brand_master, to: '/dashboard/$location/masters/brand-master' },
    ],
  },
  {
    id: 'manage-asset',
    label: m.nav_manage_asset,
    icon: IconBuildingWarehouse,
    items: [
      { label: m.nav_asset_registration, to: '/dashboard/$location/manage-asset/asset-registration' },
      {
        label: m.nav_bulk_asset_registration,
        to: '/dashboard/$location/manage-asset/bulk-asset-registration',
      },
      { label: m.nav_view_asset, to: '/dashboard/$location/manage-asset/view-assets' },
      { label: m.nav_manage_assets, to: '/dashboard/manage-assets' },
      { label: m.nav_asset_state_change, to: '/dashboard/asset-state-change' },
    ],
  },
  {
    id: 'report',
    label: m.nav_report,
    icon: IconReportAnalytics,
    items: [
      { label: m.nav_asset_wise, to: '/dashboard/asset-wise' },
      { label: m.nav_physical_inventory, to: '/dashboard/physical-inventory' },
      { label: m.nav_deleted_assets, to: '/dashboard/deleted-assets' },
    ],
  },
]

/** Screens that the sidebar does not list; the palette finds them. */
export const elsewhere: MenuGroup[] = [
  {
    id: 'you',
    label: m.nav_you,
    icon: IconUserCircle,
    items: [
      { label: m.nav_profile, to: '/dashboard/$location/profile' },
      { label: m.nav_change_my_password, to: '/dashboard/$location/change-password' },
      { label: m.nav_notifications, to: '/dashboard/$location/notifications' },
      { label: m.nav_exports, to: '/dashboard/$location/exports' },
      { label: m.nav_help_desk, to: '/dashboard/$location/help-desk' },
    ],
  },
  {
    id: 'shop',
    label: m.nav_shop,
    icon: IconShoppingBag,
    items: [
      { label: m.nav_overview, to: '/dashboard/$location/landing-v2' },
      { label: m.nav_products, to: '/dashboard/$location/products' },
      { label: m.nav_categories, to: '/dashboard/$location/categories' },
      { label: m.nav_orders, to: '/dashboard/$location/orders' },
      { label: m.nav_reviews, to: '/dashboard/$location/reviews' },
    ],
  },
]

export const mayOpen = (group: MenuGroup, permissions: readonly Permission[]) =>
  group.permission === undefined || permissions.includes(group.permission)
